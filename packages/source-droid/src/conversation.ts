import {
  type JsonObject,
  type Message,
  type Part,
  present,
  type Todo,
  type ToolCall,
} from "@chatexport/core";
import { Draft, RecordTree, type StoredRecord, type TreeRecord } from "@chatexport/core/source";

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
    more: Partial<Message> = {},
  ): Message {
    const { id, at, createdAt } = record;
    const begun = this.draft.begin(
      present<Message>({
        ...more,
        id: id ?? `line-${at}`,
        parentId: (this.tree.above(record) ?? this.draft.messages.at(-1))?.id,
        role,
        createdAt,
        parts,
        origin: { at },
      }),
    );
    this.tree.add(record, begun);
    return begun;
  }

  /** Notes what the tool says. Whatever comes next follows the record before it. */
  note({ id, at, createdAt }: StoredRecord, parts: Part[]): Message {
    const message = { id: id ?? `line-${at}`, createdAt, parts, origin: { at } };
    return this.draft.begin(present<Message>({ ...message, role: "system" }));
  }
}
