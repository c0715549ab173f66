import {
  allMessages,
  contextFor,
  type Diagnostic,
  defined,
  present,
  type Session,
  withSubagents as sessionsIn,
} from "@chatexport/core";
import { textOf } from "@chatexport/core/read";
import { transcriptAlone } from "./diagnostics.js";
import { type Head, HeadBuilder } from "./head/head.js";
import { isAgentFile, transcriptId } from "./locate/file-kinds.js";
import { parseTranscript } from "./parse/transcript.js";
import { type Entry, recordsOf } from "./records/records.js";
import { withPurpose } from "./subagents/agent.js";
import { sessionWithin } from "./subagents/agents-within.js";
import { splitSidechains } from "./subagents/sidechains.js";

/** The facts about a transcript besides its lines. */
export interface ParseOptions {
  /** The file that the lines come from, which is not read; its name is the id of the session. */
  path?: string;
  /** Receives what is wrong. */
  report?(diagnostic: Diagnostic): void;
}

/**
 * The session in a transcript of Claude Code, given as a text or as its lines. No file is read:
 * large outputs that the tool put aside are `missing`, and of sub-agents only those are there whose
 * records the transcript has (until 2.0.2x); a diagnostic says how many are not. What only other
 * files of a store tell is not known either: plans, todo lists, and the session that this one came
 * out of. Nothing throws: lines that hold no record are reported and counted in `records`.
 */
export function parseSession(
  lines: string | Iterable<string>,
  { path, report }: ParseOptions = {},
): Session {
  const context = contextFor(defined({ report }), { source: "claude" });
  const { entries, tally } = parseTranscript(lines, path, context);
  const id = path === undefined ? idOf(entries) : transcriptId(path);
  const lanes = splitSidechains(entries);
  const head = lanes.main.length === 0 ? surroundings(entries) : {};
  const source = defined({ path, id, format: "claude/jsonl", tally, head });
  const built = sessionWithin(lanes, source, context);
  const session = path !== undefined && isAgentFile(path) ? withPurpose(built) : built;
  const { agents, outputs } = elsewhere(session);
  if (agents + outputs > 0) context.report({ ...transcriptAlone(agents, outputs), session: id });
  return session;
}

/** The surroundings of a session in which only sub-agents speak; listing knows as much. */
function surroundings(entries: readonly Entry[]): Head {
  const builder = new HeadBuilder();
  for (const record of recordsOf(entries)) builder.addEnvelope(record);
  const { cwd, project, branch } = builder.head(() => false);
  return present({ cwd, project, branch });
}

/** The id that the records name; of a sub-agent, and of records without one, as files are called. */
function idOf(entries: readonly Entry[]): string {
  const first = (name: string) =>
    textOf(entries.find(({ record }) => textOf(record[name]) !== undefined)?.record[name]);
  const isOfAgent = entries.every(({ record }) => record.isSidechain !== false);
  const agent = isOfAgent ? first("agentId") : undefined;
  if (agent !== undefined) return `agent-${agent}`;
  return first("sessionId") ?? digest(JSON.stringify(entries));
}

/** The number of sub-agents and outputs in other files. */
function elsewhere(whole: Session): { agents: number; outputs: number } {
  let agents = 0;
  let outputs = 0;
  for (const session of sessionsIn(whole))
    for (const { parts } of allMessages(session))
      for (const part of parts) {
        if (part.type !== "tool-call") continue;
        if (part.kind === "task" && part.subagent === undefined) agents++;
        for (const content of part.result?.content ?? [])
          if (content.type === "file" && content.missing !== undefined) outputs++;
      }
  return { agents, outputs };
}

/** Eight digits that tell texts apart (FNV-1a): browsers have no hash that is made at once. */
function digest(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++)
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return hash.toString(16).padStart(8, "0");
}
