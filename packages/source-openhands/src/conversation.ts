import type { JsonObject, Message, Part, ToolCall, ToolDefinition, Usage } from "@chatexport/core";
import {
  Draft,
  type Holder,
  type MessageFacts,
  RecordTree,
  type StoredRecord,
} from "@chatexport/core/source";

/** An event of a conversation, by its kind. */
export interface Event extends StoredRecord {
  /** The event before it in the tree. */
  parentId?: string;
}

/** A conversation while its events are read, in their order. */
export class Conversation implements Holder {
  readonly draft = new Draft();
  readonly tree = new RecordTree();
  readonly calls = new Map<string, ToolCall>();
  readonly tools = new Map<string, ToolDefinition>();
  /** The answers by the ids that the provider gave them: events of one make one message. */
  readonly answers = new Map<string, Message>();
  /** The tokens of each answer, by the same ids. */
  usages: ReadonlyMap<string, Usage & { model?: string }> = new Map();
  native?: JsonObject;

  /** Begins a message, which follows the event that its own event follows. */
  begin(event: Event, role: Message["role"], parts: Part[], more?: MessageFacts): Message {
    const { id = `event-${event.at}`, at, createdAt } = event;
    const parentId = this.tree.above(event)?.id;
    const createdAtFrom = createdAt === undefined ? undefined : ("inferred" as const);
    const facts = { parentId, createdAtFrom, ...more };
    const begun = this.draft.write({ id, at, createdAt }, role, parts, facts);
    this.tree.add(event, begun);
    return begun;
  }

  /** The message of an answer, which is begun by its first event. */
  answer(event: Event, responseId: string | undefined): Message {
    const known = responseId === undefined ? undefined : this.answers.get(responseId);
    if (known) {
      this.tree.add(event, known);
      return known;
    }
    const { model, ...usage } = this.usages.get(responseId ?? "") ?? {};
    const used = Object.keys(usage).length > 0 ? usage : undefined;
    const message = this.begin(event, "assistant", [], { model, responseId, usage: used });
    if (responseId !== undefined) this.answers.set(responseId, message);
    return message;
  }
}
