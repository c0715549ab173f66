import { checkOptions, type Session, type Sink } from "@chatexport/core";
import { toolSink } from "@chatexport/core/turns";
import { type AgentTranscript, agentsOf } from "./agents.js";
import { transcriptChanges } from "./diagnostics.js";
import { options, type TranscriptOptions } from "./options.js";
import { ownCalls } from "./own-calls.js";
import type { AgentOf } from "./record-chain.js";
import { ownReasoning, transcriptRecords } from "./transcript.js";

export { type Reasoning, sessionUuid as sessionIdOf } from "@chatexport/core/turns";
export { type AgentTranscript, options, type TranscriptOptions };

/**
 * Writes the active branch of a session as a transcript of Claude Code, which can go on with it. Throws an
 * OptionError for an option or a value that it does not know.
 */
export default function claude(given: TranscriptOptions = {}): Sink {
  checkOptions(given, options);
  return sinkOf(given);
}

/** The sub-agents of a session as Claude Code stores them; it goes on with the session without them, too. */
export function agentTranscripts(session: Session): AgentTranscript[] {
  return agentsOf(session, (agent) => sinkOf({}, agent));
}

function sinkOf({ reasoning = "omit" }: TranscriptOptions, agent?: AgentOf): Sink {
  return toolSink({
    ...{ name: "claude", reasoning, callPrefix: "toolu", ownCalls, ownReasoning },
    lines: (session, scope) => transcriptRecords(session, scope, agent),
    diagnostic: transcriptChanges,
  });
}
