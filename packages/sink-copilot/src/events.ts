import { defined, type JsonObject, type Session } from "@chatexport/core";
import { utcTime } from "@chatexport/core/read";
import { hashedUuid, isUuid, sessionUuid } from "@chatexport/core/turns";

/** The version of Copilot CLI that wrote such events. */
const copilotVersion = "1.0.102";

/** The id that a session gets in Copilot CLI, which takes any UUID (1.0.102). */
export function sessionIdOf({ id, source }: Pick<Session, "id" | "source">): string {
  return source === "copilot" && isUuid(id) ? id : sessionUuid({ id, source });
}

/** Makes the events of a session, each behind the one before; one without a time has that of the one before. */
export class Events {
  readonly #session: Session;
  #time: string;
  #last: string | null = null;
  #count = 0;

  constructor(session: Session) {
    const times = [session.startedAt, ...session.messages.map(({ createdAt }) => createdAt)];
    this.#time =
      times.flatMap((time) => utcTime(time) ?? []).sort()[0] ?? new Date(0).toISOString();
    this.#session = session;
  }

  /** The first event. */
  start(): object {
    const { cwd, git, model, source } = this.#session;
    const context = cwd === undefined ? undefined : defined({ cwd, branch: git?.branch });
    return this.event("session.start", undefined, {
      ...{ sessionId: sessionIdOf(this.#session), version: 1, producer: "chatexport" },
      ...{ copilotVersion, startTime: this.#time },
      ...defined({
        // A model of another tool, it may not have.
        selectedModel: source === "copilot" ? model : undefined,
        context,
      }),
    });
  }

  /** An event with the id of the one before it. */
  event(type: string, time: string | undefined, data: JsonObject): object {
    this.#time = utcTime(time) ?? this.#time;
    const id = this.newId();
    const parentId = this.#last;
    this.#last = id;
    return { type, data, id, timestamp: this.#time, parentId };
  }

  /** An id that nothing else in the session has. */
  newId(): string {
    return hashedUuid(`${this.#session.id} ${this.#count++}`);
  }
}
