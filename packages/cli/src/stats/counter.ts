import type { Usage } from "@chatexport/core";
import { addUsage, type Contribution, type Counts, hasTokens, noCounts } from "./counts.js";

/** Who adds to the counts; numbers, for counters live longer than sessions may stay in memory. */
export interface Contributor {
  /** The session of the list, by its number. */
  session: number;
  /** The sub-agent that did a part of its work, by its number. */
  subagent?: number;
}

/** Counts that grow session by session. */
export interface Counter {
  readonly counts: Counts;
  /** Counts the session, once, and the sub-agent that takes part, once. */
  attend(contributor: Contributor): void;
  /** Counts what a message adds. */
  add(contribution: Contribution, contributor: Contributor): void;
  /** Counts the total of a session that says nothing about its messages. */
  addTotal(usage: Usage, contributor: Contributor): void;
}

/** A counter at zero. The messages of a session must come together, those of a sub-agent likewise. */
export function createCounter(): Counter {
  const counts = noCounts();
  // The last ones are enough to count each once.
  let last: Contributor | undefined;
  let lastKnown: number | undefined;

  const attend = (contributor: Contributor) => {
    const { session, subagent } = contributor;
    if (session !== last?.session) counts.sessions++;
    if (subagent !== undefined && subagent !== last?.subagent) counts.subagents++;
    last = contributor;
  };
  const use = (usage: Usage, contributor: Contributor) => {
    addUsage(counts, usage);
    if (!hasTokens(usage)) return;
    if (contributor.session !== lastKnown) counts.sessionsWithTokens++;
    lastKnown = contributor.session;
  };
  return {
    counts,
    attend,
    add(contribution, contributor) {
      attend(contributor);
      counts.prompts += contribution.prompts;
      counts.answers += contribution.answers;
      counts.toolCalls += contribution.toolCalls;
      counts.failedToolCalls += contribution.failedToolCalls;
      if (contribution.usage) use(contribution.usage, contributor);
    },
    addTotal(usage, contributor) {
      attend(contributor);
      use(usage, contributor);
    },
  };
}
