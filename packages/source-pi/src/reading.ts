import type { Message, Part, ToolCall, ToolDefinition } from "@chatexport/core";
import { Draft, type Holder, type MessageFacts, RecordTree } from "@chatexport/core/source";
import type { Entry } from "./entry.js";

/** A session while its entries are read, in the order of the file. */
export class Reading implements Holder {
  readonly draft = new Draft();
  readonly tree = new RecordTree();
  readonly calls = new Map<string, ToolCall>();
  readonly tools = new Map<string, ToolDefinition>();
  /** The last name that a person gave it. */
  name: string | undefined;
  native?: Holder["native"] & object;

  /** Begins a message, which follows the entry that its own entry follows. */
  begin(entry: Entry, role: Message["role"], parts: Part[], more?: MessageFacts): Message {
    const parentId = this.tree.above(entry)?.id;
    const begun = this.draft.write(entry, role, parts, { parentId, ...more });
    this.tree.add(entry, begun);
    return begun;
  }
}
