import { defined, type Session } from "@chatexport/core";
import { utcTime } from "@chatexport/core/read";
import { apiId, hashedUuid, isUuid, sessionUuid } from "@chatexport/core/turns";

/** The version of Claude Code whose transcripts these are like. */
const version = "2.1.330";

/** The sub-agent that a transcript is of, and the session that it works for. */
export interface AgentOf {
  agentId: string;
  sessionId: string;
}

/** Makes records of which each names the one before; ids are made of those of the session. */
export class RecordChain {
  readonly sessionId: string;
  readonly #common: object;
  /** New ids are made of it. */
  readonly #seed: string;
  readonly #used = new Set<string>();
  #last: string | null = null;
  #count = 0;

  constructor({ id, source, cwd, git }: Session, agent?: AgentOf) {
    this.sessionId = agent?.sessionId ?? sessionUuid({ id, source });
    this.#seed = agent ? `${this.sessionId} ${agent.agentId}` : this.sessionId;
    this.#common = defined({
      isSidechain: agent !== undefined,
      agentId: agent?.agentId,
      userType: "external",
      cwd,
      sessionId: this.sessionId,
      version,
      gitBranch: git?.branch,
    });
  }

  /** A record after the last one. The first one of a message has the message's id, if it is a UUID. */
  next(id: string, time: string | undefined, fields: object): object {
    return this.#record({ parentUuid: this.#last }, id, time, fields);
  }

  /** A record with which the conversation begins anew, after a compaction. */
  restart(id: string, time: string | undefined, fields: object): object {
    return this.#record({ parentUuid: null, logicalParentUuid: this.#last }, id, time, fields);
  }

  /** The id of the record before the next one. */
  get last(): string | null {
    return this.#last;
  }

  /** An id for the next answer of a model. */
  answerId(): string {
    return apiId("msg", `${this.#seed} ${this.#count}`);
  }

  #record(links: object, id: string, time: string | undefined, fields: object): object {
    this.#count++;
    const isFirst = isUuid(id) && !this.#used.has(id);
    const uuid = isFirst ? id : hashedUuid(`${this.#seed} ${this.#count}`);
    this.#used.add(uuid);
    this.#last = uuid;
    const timestamp = utcTime(time);
    return defined({ ...links, ...this.#common, ...fields, uuid, timestamp });
  }
}
