import { basename, dirname, join, sep } from "node:path";
import { type Context, defined, type Parent, type Purpose, present } from "@chatexport/core";
import { addToList, textOf } from "@chatexport/core/read";
import { loneHelper } from "../diagnostics.js";
import { bytesOf, hash8, type LeftAgent, type Trace } from "../head/locator.js";
import { type HeadScan, scanConversation } from "../head/scan-head.js";
import type { AgentFile, LooseAgent, StoreContents, TranscriptFile } from "../locate/contents.js";
import { transcriptId } from "../locate/file-kinds.js";
import { purposeOf } from "../records/purposes.js";
import { readSidecar } from "../subagents/read-sidecar.js";
import { agentLocator, transcriptRef } from "./transcript-ref.js";
import { withUniqueIds } from "./unique-ids.js";

/** Gives loose agents to the sessions that they name; what is left has none. */
export async function adoptAgents(
  { transcripts, looseAgents }: StoreContents,
  context: Context,
): Promise<LooseAgent[]> {
  const byPlace = new Map(transcripts.map((file) => [`${dirname(file.path)}\0${file.id}`, file]));
  const orphans: LooseAgent[] = [];
  // What is wrong with a file is told when the orphans are listed.
  const silent: Context = { ...context, report() {} };
  for (const agent of looseAgents) {
    // Until 2.1.1 sub-agents lay beside the transcript of their session, which their records name.
    const seen = agent.parentId === undefined ? await scanConversation(agent, silent) : undefined;
    const parentId = agent.parentId ?? seen?.sessionId;
    const parent = byPlace.get(`${dirname(agent.path)}\0${parentId}`);
    if (parent) parent.agents.push(present({ ...agent, task: seen?.head.title }));
    else orphans.push(present({ ...agent, parentId }));
  }
  return orphans;
}

/** A sub-agent of a transcript that holds no session. */
export function orphanOf(agent: AgentFile, { id, folder, companions }: TranscriptFile): LooseAgent {
  return { ...agent, id: transcriptId(agent.path), parentId: id, folder, companions };
}

/** A sub-agent whose session has no transcript. */
export interface Orphan {
  agent: LooseAgent;
  ref: LeftAgent;
  /** The reason why the tool started it for its own ends. */
  purpose: Purpose | undefined;
}

/** The sub-agents without a session, as far as they hold a conversation. */
export async function findOrphans(
  agents: readonly LooseAgent[],
  context: Context,
): Promise<Orphan[]> {
  const orphans: Orphan[] = [];
  for (const agent of agents) {
    const scan = await scanConversation(agent, context);
    if (!scan) continue;
    const purpose = purposeOf(agent.id, scan.head.title);
    orphans.push({ agent, ref: orphanRef(agent, scan, context), purpose });
  }
  return orphans;
}

/**
 * Gives sub-agents to the traces of their sessions. Without a trace, one is a session of its own, unless
 * the tool started it for its own ends; but one that sums up its session stays.
 */
export function adoptOrphans(
  traces: readonly Trace[],
  orphans: readonly Orphan[],
  context: Context,
): { traces: Trace[]; alone: LeftAgent[] } {
  const families = new Map<Trace, Orphan[]>();
  const alone: LeftAgent[] = [];
  const byId = new Map<string, Trace[]>();
  for (const trace of traces) addToList(byId, trace.id, trace);
  for (const orphan of orphans) {
    const { agent, ref, purpose } = orphan;
    // Other folders may hold a copy of the history.
    const trace = byId.get(agent.parentId ?? "")?.find((each) => isBeside(agent, each));
    if (trace) addToList(families, trace, orphan);
    else if (purpose === undefined || purpose === "compaction") alone.push(ref);
    else context.report(loneHelper(agent.path));
  }
  return { traces: traces.map((trace) => withLeft(trace, families.get(trace))), alone };
}

/** True when a sub-agent lies in the folder of the file that its session left a trace in, or below it. */
function isBeside({ path }: LooseAgent, { locator }: Trace): boolean {
  return path.startsWith(join(dirname(locator.path), sep));
}

/** A trace with what is left of its sub-agents. */
function withLeft(trace: Trace, orphans: readonly Orphan[] = []): Trace {
  if (orphans.length === 0) return trace;
  const { locator, bytes = 0, revision } = trace;
  const files = orphans.flatMap(({ agent }) => [agent, ...agent.companions]);
  const distinct = [...new Map(files.map((file) => [file.path, file])).values()];
  const working = orphans.filter(({ purpose }) => purpose === undefined);
  const subagents = withUniqueIds(orphans.map(({ ref }) => ref));
  const revisions = hash8(JSON.stringify(subagents.map((ref) => ref.revision)));
  return {
    ...trace,
    bytes: bytes + bytesOf(distinct),
    ...defined({ subagentCount: working.length || undefined }),
    revision: `${revision}-${revisions}`,
    locator: { ...locator, subagents },
  };
}

/** A sub-agent whose session is gone, as a session. */
function orphanRef(agent: LooseAgent, scan: HeadScan, context: Context): LeftAgent {
  const { id, parentId } = agent;
  const sessionId = parentId === id ? undefined : parentId;
  const parent = present<Parent>({ sessionId, relation: "subagent" });
  const lineage = defined({ copies: [], originals: [], parent });
  const beside = new Set(agent.companions.map(({ path }) => path));
  const { sidecar } = agentLocator(agent, beside);
  // The folder belongs to the session that is gone; of use here are the agent's own files in it.
  const companions = agent.companions.filter(
    ({ path }) => path === sidecar || basename(dirname(path)) === "tool-results",
  );
  // Loading reports a sidecar that cannot be understood.
  const silent: Context = { ...context, report() {} };
  const noted = sidecar === undefined ? undefined : readSidecar(sidecar, silent);
  const hints = defined({ title: textOf(noted?.description) });
  const file = { ...agent, companions, agents: [] };
  const found = transcriptRef(file, scan, lineage, undefined, hints);
  return { ...found, locator: defined({ ...found.locator, sidecar }) };
}
