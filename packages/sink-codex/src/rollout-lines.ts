import { defined, type JsonObject, type Session } from "@chatexport/core";
import { utcTime } from "@chatexport/core/read";
import { sessionUuid } from "@chatexport/core/turns";

/** The version of Codex whose rollouts of the older mode these are like; it takes them without ordinals. */
const version = "0.169.0";

/** The session that a sub-agent works for, and how deep it is below the first one. */
export interface SpawnedBy {
  parent: string;
  root: string;
  depth: number;
}

/** Makes lines of a rollout; the time of each is the latest that is known until then, as it never goes back. */
export class RolloutLines {
  #time: string;

  constructor({ startedAt, messages }: Session) {
    const times = [startedAt, ...messages.map(({ createdAt }) => createdAt)].map(utcTime);
    this.#time = times.filter((time) => time !== undefined).sort()[0] ?? new Date(0).toISOString();
  }

  /** The line that describes a session, before all others; a sub-agent is listed by none of the client's lists. */
  first(session: Session, by?: SpawnedBy): object {
    const { cwd, git } = session;
    const spawn = by && { parent_thread_id: by.parent, depth: by.depth };
    return this.#line("session_meta", {
      id: sessionUuid(session),
      ...(by && { session_id: by.root, parent_thread_id: by.parent }),
      timestamp: this.#time,
      ...defined({ cwd }),
      originator: "chatexport",
      cli_version: version,
      source: spawn ? { subagent: { thread_spawn: spawn } } : "cli",
      ...(git?.branch && { git: { branch: git.branch } }),
    });
  }

  /** A line with an item that is sent to the model. */
  item(time: string | undefined, item: JsonObject): object {
    this.#goOnTo(time);
    return this.#line("response_item", item);
  }

  /** A line with an event that the client shows. */
  event(event: JsonObject): object {
    return this.#line("event_msg", event);
  }

  /** A summary that takes the place of what was sent before. */
  compacted(time: string | undefined, summary: string, history: JsonObject[]): object {
    this.#goOnTo(time);
    return this.#line("compacted", { message: summary, replacement_history: history });
  }

  #goOnTo(time: string | undefined): void {
    const next = utcTime(time);
    if (next !== undefined && next > this.#time) this.#time = next;
  }

  #line(type: string, payload: object): object {
    return { timestamp: this.#time, type, payload };
  }
}
