import { defined, type JsonObject, type Session } from "@chatexport/core";
import { utcTime } from "@chatexport/core/read";
import { hashedUuid, sessionUuid } from "@chatexport/core/turns";

/** The format of sessions that pi 0.74 to 1.6 writes. */
const version = 3;

/** The id that a session gets in pi, which takes its own ids and any UUID (1.6.0). */
export function sessionIdOf({ id, source }: Pick<Session, "id" | "source">): string {
  const isOwn = source === "pi" && /^[A-Za-z0-9](?:[\w.-]*[A-Za-z0-9])?$/.test(id);
  return isOwn ? id : sessionUuid({ id, source });
}

/** Makes the entries of a session, each below the one before; one without a time has that of the one before. */
export class Entries {
  /** The id of the entry that the next one follows; null where it begins a line of its own. */
  last: string | null = null;
  #time: string;
  readonly #session: Session;
  readonly #ids = new Set<string>();

  constructor(session: Session) {
    const times = [session.startedAt, ...session.messages.map(({ createdAt }) => createdAt)];
    this.#time =
      times.flatMap((time) => utcTime(time) ?? []).sort()[0] ?? new Date(0).toISOString();
    this.#session = session;
  }

  /** The first line, which is no entry. */
  header(): object {
    const { cwd } = this.#session;
    const id = sessionIdOf(this.#session);
    return { type: "session", version, id, timestamp: this.#time, ...defined({ cwd }) };
  }

  /** An entry, of which `fields` may need the id. */
  entry(type: string, time: string | undefined, fields: (id: string) => object): object {
    this.#time = utcTime(time) ?? this.#time;
    const id = this.#nextId();
    const parentId = this.last;
    this.last = id;
    return { type, id, parentId, timestamp: this.#time, ...fields(id) };
  }

  /** An entry that holds a message. */
  message(time: string | undefined, message: JsonObject): object {
    return this.entry("message", time, () => ({
      message: { ...message, timestamp: Date.parse(this.#time) },
    }));
  }

  /** pi takes a whole UUID where eight digits are there already. */
  #nextId(): string {
    const uuid = hashedUuid(`${this.#session.id} ${this.#ids.size}`);
    const short = uuid.slice(0, 8);
    const id = this.#ids.has(short) ? uuid : short;
    this.#ids.add(id);
    return id;
  }
}
