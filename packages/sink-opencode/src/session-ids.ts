import type { Session } from "@chatexport/core";
import { hashedUuid } from "@chatexport/core/turns";

/**
 * The id that a session gets in OpenCode: one that is made of its own, unless it is such a one already. An import
 * adds what it does not find to a session that is there (1.18.33), so a session out of OpenCode's own store would
 * have its messages twice: it always becomes another one.
 */
export function sessionIdOf({
  id,
  source,
  format,
}: Pick<Session, "id" | "source" | "format">): string {
  const isStored = source === "opencode" && format !== "opencode/export";
  return !isStored && /^ses_[\da-f]{26}$/.test(id) ? id : `ses_${digitsOf(`${source} ${id}`)}`;
}

/**
 * Makes ids of messages and parts, by which OpenCode orders them. Its own ones begin with a clock, and it does not
 * answer a prompt whose id is before that of the last answer (1.18.33): these are before all of them.
 */
export class AscendingIds {
  readonly #session: string;
  #count = 0;

  constructor(session: Parameters<typeof sessionIdOf>[0]) {
    this.#session = sessionIdOf(session);
  }

  /** The id after the last one. */
  next(prefix: "msg" | "prt"): string {
    this.#count++;
    const number = this.#count.toString(16).padStart(12, "0");
    return `${prefix}_${number}${digitsOf(`${this.#session} ${this.#count}`).slice(-14)}`;
  }
}

/** As many digits as an id of OpenCode has. */
function digitsOf(text: string): string {
  return hashedUuid(text).replaceAll("-", "").slice(0, 26);
}
