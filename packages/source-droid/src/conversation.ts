import type { JsonObject, Message, Part, Todo, ToolCall } from "@chatexport/core";
import {
  Draft,
  type MessageFacts,
  RecordTree,
  type StoredRecord,
  type TreeRecord,
} from "@chatexport/core/source";

/** A session while its records are read, in the order of the file. */
export class Conversation {
  readonly draft = new Draft();
  readonly tree = new RecordTree();
  readonly calls = new Map<string, ToolCall>();
  /** The todo list, as it was noted last. */
  todos: readonly Todo[] = [];
  native?: JsonObject;

  /** Begins a message, which follows the record that its own record follows. */
  begin(
    record: StoredRecord & TreeRecord,
    role: Message["role"],
    parts: Part[],
    more?: MessageFacts,
  ): Message {
    const parentId = this.tree.above(record)?.id;
    const begun = this.draft.write(record, role, parts, { parentId, ...more });
    this.tree.add(record, begun);
    return begun;
  }
}
