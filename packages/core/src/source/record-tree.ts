import type { Branch, Message } from "../model.js";
import { present } from "../present.js";
import type { StoredRecord } from "./record.js";

/** A record that names the one before it. */
export interface TreeRecord extends Pick<StoredRecord, "id"> {
  parentId?: string;
}

/** The tree of records that name the one before them, and the lines that their messages make. */
export class RecordTree {
  /** By record, the message that it became, or else the one that it follows. */
  readonly #messages = new Map<string | undefined, Message | undefined>();
  readonly #placed = new Set<Message>();
  #last: string | undefined;

  /** The message that a record follows. One without an id, or whose parent is gone, follows the record before it. */
  above({ id, parentId }: TreeRecord): Message | undefined {
    const isLost = parentId !== undefined && !this.#messages.has(parentId);
    return this.messageAt(id === undefined || isLost ? this.#last : parentId);
  }

  /** Adds the message that a record became. */
  add({ id }: TreeRecord, message: Message): void {
    this.#messages.set(id, message);
    this.#placed.add(message);
  }

  /**
   * Notes the place of a record, whatever it became: once for each record, in the order of the
   * store.
   */
  place(record: TreeRecord): void {
    if (!this.#messages.has(record.id)) this.#messages.set(record.id, this.above(record));
    this.#last = record.id;
  }

  /** The message at a record, or the last one before it. */
  messageAt(id: string | undefined): Message | undefined {
    return this.#messages.get(id);
  }

  /**
   * Messages sorted into the active line, which ends at the last record or the one with an id, and
   * those that were left. A record that is not placed in the tree, as an unknown one, is on the
   * line of the message before it.
   */
  lines(
    messages: readonly Message[],
    end: string | undefined = this.#last,
  ): { active: Message[]; branches: Branch[] } {
    const active = this.#activeOf(messages, end);
    const branches: Branch[] = [];
    for (const message of messages) {
      if (active.has(message)) continue;
      const line = branches.find(({ messages: own }) =>
        [own.at(-1), own.findLast((one) => this.#placed.has(one))].some(
          (last) => last?.id === message.parentId,
        ),
      );
      if (line) line.messages.push(message);
      else {
        const { id, parentId: forkedFrom } = message;
        branches.push(present<Branch>({ id, forkedFrom, reason: "rewind", messages: [message] }));
      }
    }
    return { active: messages.filter((message) => active.has(message)), branches };
  }

  #activeOf(messages: readonly Message[], end: string | undefined): ReadonlySet<Message> {
    const byId = new Map(messages.map((message) => [message.id, message]));
    const active = new Set<Message>();
    for (let at = this.messageAt(end); at && !active.has(at); at = byId.get(at.parentId ?? ""))
      active.add(at);
    for (const message of messages) {
      const before = byId.get(message.parentId ?? "");
      if (!this.#placed.has(message) && (!before || active.has(before))) active.add(message);
    }
    return active;
  }
}
