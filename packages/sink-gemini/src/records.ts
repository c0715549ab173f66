import { createHash } from "node:crypto";
import { defined, type JsonObject, type Session } from "@chatexport/core";
import { utcTime } from "@chatexport/core/read";
import { hashedUuid, isUuid, sessionUuid } from "@chatexport/core/turns";

/**
 * The id that a session gets in Gemini CLI. Its files have only the first eight digits of an id in their names, and
 * it deletes all of them together (0.61.0): an id that begins with a clock is no good there.
 */
export function sessionIdOf({ id, source }: Pick<Session, "id" | "source">): string {
  if (source === "gemini" && /^[a-z\d][\w-]{7,}$/i.test(id)) return id;
  const isClock = isUuid(id) && /^.{14}[67]/.test(id);
  return isClock ? hashedUuid(`${source} ${id}`) : sessionUuid({ id, source });
}

/** Makes the records of a session; ids are made of those of its messages. */
export class Records {
  readonly #session: Session;
  readonly #used = new Set<string>();

  constructor(session: Session) {
    this.#session = session;
  }

  /**
   * The first record. It does not say when the session was last updated: Gemini CLI takes the current time
   * then, and does not delete it as an old one before it was opened.
   */
  header(): JsonObject {
    const { cwd = "", startedAt, messages, title, titleFrom } = this.#session;
    const times = [startedAt, ...messages.map(({ createdAt }) => createdAt)];
    return defined({
      sessionId: sessionIdOf(this.#session),
      projectHash: createHash("sha256").update(cwd).digest("hex"),
      startTime: times.flatMap((time) => utcTime(time) ?? []).sort()[0],
      kind: "main",
      // The first prompt, it shows by itself.
      summary:
        titleFrom === "first-message" ? undefined : title?.trim().toWellFormed() || undefined,
    });
  }

  /** A message; the first record of one has its id, if that is a UUID. */
  message(id: string, time: string | undefined, type: string, fields: JsonObject): JsonObject {
    const isFirst = isUuid(id) && !this.#used.has(id);
    const own = isFirst ? id : hashedUuid(`${this.#session.id} ${this.#used.size}`);
    this.#used.add(own);
    return { id: own, ...defined({ timestamp: utcTime(time) }), type, ...fields };
  }
}
