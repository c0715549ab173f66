import {
  type Context,
  defined,
  type FilePart,
  type JsonObject,
  nonEmpty,
  type Session,
} from "@chatexport/core";
import { TallyCounter, textOf } from "@chatexport/core/read";
import { type BuiltSession, buildSession, type SessionSource } from "../parse/build-session.js";
import { missingOutput } from "../tools/persisted-output.js";
import { type Agent, recordedIds, type Shared } from "./agent.js";
import { embedSubagents } from "./embed-agents.js";
import { buildLost, lostAgents } from "./lost-agents.js";
import type { Lanes, Run } from "./sidechains.js";

/** The sub-agents of a session, and what of the session's own records and files is theirs. */
export interface Subagents {
  agents: Agent[];
  /** Progress records of the session whose content is in a sub-agent. */
  keptProgress: ReadonlySet<JsonObject>;
  /** The files of workflows, which belong to the session. */
  files: FilePart[];
  /** By the id of a workflow's run the background task that it was. */
  tasks: ReadonlyMap<string, string>;
}

/** A session with the sub-agents whose records are among its own, or copies of them; no other file is read. */
export function sessionWithin(
  lanes: Lanes,
  source: Omit<SessionSource, "readOutput">,
  context: Context,
): Session {
  const { path, project } = source;
  const shared = defined({ path, readOutput: missingOutput, project });
  const subagents = subagentsInside(lanes, new Set(), shared, context);
  const { keptProgress } = subagents;
  const own = { ...source, readOutput: missingOutput, keptProgress };
  return withSubagents(buildSession(lanes.main, own, context), subagents);
}

/**
 * The sub-agents whose records are among those of a session; `stored` are the ids of those with
 * files.
 */
export function subagentsInside(
  { runs, progress }: Lanes,
  stored: ReadonlySet<string>,
  shared: Shared,
  context: Context,
): Subagents {
  const lost = lostAgents(progress, stored);
  const agents = [
    ...runs.map((run) => buildRun(run, shared, context)),
    ...Array.from(lost.agents, ([id, copies]) => buildLost(id, copies, shared, context)),
  ];
  return { agents, keptProgress: lost.progress, files: [], tasks: new Map() };
}

/** The session with each sub-agent where it was started, and with the files of its workflows. */
export function withSubagents(main: BuiltSession, { agents, files, tasks }: Subagents): Session {
  const session = embedSubagents(main, agents, tasks);
  const attachments = nonEmpty([...(session.attachments ?? []), ...files]);
  return { ...session, ...defined({ attachments }) };
}

/** A sub-agent inside its parent's transcript; its records are counted in its own tally. */
function buildRun({ entries, openCalls }: Run, shared: Shared, context: Context): Agent {
  const [first] = entries;
  const id = textOf(first?.record.uuid) ?? `line-${first?.line ?? 0}`;
  const source = { ...shared, id, format: "claude/sidechain", tally: new TallyCounter() };
  const built = buildSession(entries, source, context);
  return { ...built, agentIds: recordedIds(built), openCalls };
}
