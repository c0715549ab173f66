import {
  type Message,
  type Part,
  present,
  type ToolCall,
  type ToolDefinition,
} from "@chatexport/core";
import { Draft, type Holder } from "@chatexport/core/source";
import type { Entry } from "./entry.js";

/** A session while its entries are read, in the order of the file. */
export class Reading implements Holder {
  readonly draft = new Draft();
  readonly calls = new Map<string, ToolCall>();
  readonly tools = new Map<string, ToolDefinition>();
  /** What a person called it last. */
  name: string | undefined;
  native?: Holder["native"] & object;
  /** By entry, the message that it became, or else the one that it follows. */
  readonly #messages = new Map<string | undefined, Message | undefined>();
  readonly #placed = new Set<Message>();
  #last: string | undefined;

  /** Begins a message, which follows the entry that its own entry follows. */
  begin(entry: Entry, role: Message["role"], parts: Part[], more: Partial<Message> = {}): Message {
    const { id, at, createdAt } = entry;
    const parentId = this.#above(entry)?.id;
    const message = { ...more, role, createdAt, parts, origin: { at } };
    const begun = this.draft.begin(
      present<Message>({ id: id ?? `line-${at}`, parentId, ...message }),
    );
    this.#messages.set(id, begun);
    this.#placed.add(begun);
    return begun;
  }

  /** Whether an entry says where a message stands: of damaged and unknown ones nobody can tell. */
  readonly isPlaced = (message: Message): boolean => this.#placed.has(message);

  /** Notes where an entry stands, whatever it became. */
  place(entry: Entry): void {
    if (!this.#messages.has(entry.id)) this.#messages.set(entry.id, this.#above(entry));
    this.#last = entry.id;
  }

  /** The message at an entry, or the last one before it. */
  messageAt(id: string | undefined): Message | undefined {
    return this.#messages.get(id);
  }

  /** The message at which the session ends. */
  get end(): Message | undefined {
    return this.messageAt(this.#last);
  }

  /** Entries of the first version of the format follow each other, and so does one whose parent is gone. */
  #above({ id, parentId }: Entry): Message | undefined {
    const isLost = parentId !== undefined && !this.#messages.has(parentId);
    return this.messageAt(id === undefined || isLost ? this.#last : parentId);
  }
}
