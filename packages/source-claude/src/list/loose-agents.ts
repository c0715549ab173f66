import { basename, dirname } from "node:path";
import { type Context, contextFor, defined, type Parent, present } from "@chatexport/core";
import { textOf } from "@chatexport/core/read";
import { loneHelper } from "../diagnostics.js";
import type { FoundSession } from "../head/locator.js";
import { type HeadScan, scanConversation } from "../head/scan-head.js";
import type { AgentFile, LooseAgent, StoreContents, TranscriptFile } from "../locate/contents.js";
import { transcriptId } from "../locate/file-kinds.js";
import { purposeOf, readSidecar } from "../subagents/agent.js";
import { agentLocator, transcriptRef } from "./transcript-ref.js";

/** Gives loose agents to the sessions that they name; what is left has none. */
export async function adoptAgents(
  { transcripts, looseAgents }: StoreContents,
  context: Context,
): Promise<LooseAgent[]> {
  const byPlace = new Map(transcripts.map((file) => [`${dirname(file.path)}\0${file.id}`, file]));
  const orphans: LooseAgent[] = [];
  // What is wrong with a file is told when the orphans are listed.
  const silent = contextFor({ signal: context.signal }, {});
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

/** The ref of a sub-agent whose session is gone; reports one that the tool started for itself. */
export function orphanRef(agent: LooseAgent, scan: HeadScan, context: Context): FoundSession[] {
  if (purposeOf(agent.id, scan.head.title)) {
    context.report(loneHelper(agent.path));
    return [];
  }
  const { id, parentId } = agent;
  const isKnown = parentId !== undefined && parentId !== id;
  const parent: Parent | undefined = isKnown
    ? { sessionId: parentId, relation: "subagent" }
    : undefined;
  const lineage = defined({ copies: [], originals: [], parent });
  const beside = new Set(agent.companions.map(({ path }) => path));
  const { sidecar } = agentLocator(agent, beside);
  // The folder belongs to the session that is gone; of use here are the agent's own files in it.
  const companions = agent.companions.filter(
    ({ path }) => path === sidecar || basename(dirname(path)) === "tool-results",
  );
  // Loading reports a sidecar that is none.
  const silent = contextFor({ signal: context.signal }, {});
  const noted = sidecar === undefined ? undefined : readSidecar(sidecar, silent);
  const hints = defined({ title: textOf(noted?.description) });
  const file = { ...agent, companions, agents: [] };
  const found = transcriptRef(file, scan, lineage, undefined, hints);
  return [{ ...found, locator: defined({ ...found.locator, sidecar }) }];
}
