import { allMessages, type Branch, type Message, type Session } from "@chatexport/core";
import { html, type Markup } from "./escape.js";

/** The id of the section that shows a branch, by the index of the branch. */
export function branchId(index: number): string {
  return `branch-${index + 1}`;
}

/**
 * Writes notes where branches leave the conversation, in the order of the messages. A script finds by
 * its note where a branch was left.
 */
export class Forks {
  readonly #branches: readonly Branch[];
  readonly #messages: readonly Message[];
  readonly #positions: ReadonlyMap<Message, number>;
  /** Indexes of the branches that leave after a message, by its id. */
  readonly #leaving = new Map<string, number[]>();
  #at = 0;

  constructor(session: Session) {
    this.#branches = session.branches ?? [];
    this.#messages = this.#branches.length === 0 ? [] : [...allMessages(session)];
    this.#positions = new Map(this.#messages.map((message, position) => [message, position]));
    for (const [index, { forkedFrom }] of this.#branches.entries())
      if (forkedFrom !== undefined)
        this.#leaving.set(forkedFrom, [...(this.#leaving.get(forkedFrom) ?? []), index]);
  }

  /** Notes about the branches that left before a message and were not noted yet. */
  before(message: Message | undefined): Markup[] {
    return this.#upTo(message ? this.#positions.get(message) : undefined);
  }

  /** Notes about the branches that left from the end of a line and were not noted yet. */
  atEndOf(messages: readonly Message[]): Markup[] {
    const last = messages.at(-1);
    const position = last ? this.#positions.get(last) : undefined;
    return this.#upTo(position === undefined ? undefined : position + 1);
  }

  /** The id of the section that shows a branch; undefined when it is one of a sub-agent. */
  idOf(branch: Branch): string | undefined {
    const index = this.#branches.indexOf(branch);
    return index === -1 ? undefined : branchId(index);
  }

  #upTo(position = 0): Markup[] {
    const notes: Markup[] = [];
    for (; this.#at < position; this.#at++) {
      const leaving = this.#leaving.get(this.#messages[this.#at]?.id ?? "");
      if (leaving) notes.push(noteOf(leaving));
    }
    return notes;
  }
}

function noteOf(branches: readonly number[]): Markup {
  const links = branches.map(
    (index, at) => html`${at > 0 && ", "}<a href="#${branchId(index)}">Branch ${index + 1}</a>`,
  );
  return html`<p class="fork">The conversation branches here: ${links}</p>\n`;
}
