import { dirname } from "node:path";
import {
  type Context,
  type Diagnostic,
  defined,
  nonEmpty,
  type Session,
  type SessionRef,
} from "@chatexport/core";
import { byStart, withoutLinesEnding } from "@chatexport/core/read";
import { unreadablePart } from "../diagnostics.js";
import { loadFiles } from "../formats/attached-files.js";
import { desktopSessionOf } from "../formats/desktop-titles.js";
import { loadHistory } from "../formats/history/load-history.js";
import { lostSessionOf } from "../formats/indexed.js";
import { loadWebSession } from "../formats/web/load-web-session.js";
import type { LeftAgent, Locator, TranscriptLocator } from "../head/locator.js";
import { isAgentFile } from "../locate/file-kinds.js";
import { buildSession } from "../parse/build-session.js";
import { readTranscript } from "../parse/read-transcript.js";
import { withSideFiles } from "../side-files/attach-side-files.js";
import { withPurpose, withSidecar } from "../subagents/agent.js";
import { subagentsInside, withSubagents } from "../subagents/agents-within.js";
import { loadSubagents, storedIds } from "../subagents/load-agents.js";
import { readSidecar } from "../subagents/read-sidecar.js";
import { splitSidechains } from "../subagents/sidechains.js";
import { readWorkflows } from "../subagents/workflows.js";
import { outputsIn } from "../tools/read-output.js";
import { countCopies, markCopied } from "./copied-messages.js";

/**
 * Reads a session. Throws when nothing of it can be read. With `keepsRequestLog` the session holds the log of the
 * requests that the tool made (2.1.330), which repeats the conversation.
 */
export async function loadSession(
  ref: SessionRef<Locator>,
  keepsRequestLog: boolean | undefined,
  context: Context,
): Promise<Session> {
  context.signal.throwIfAborted();
  const { locator } = ref;
  switch (locator.format) {
    case "claude/jsonl":
      return loadTranscript(ref, locator, keepsRequestLog, context);
    case "claude/history":
      return withLeftAgents(loadHistory(ref, locator, context), locator.subagents, context);
    case "claude/index":
      return withLeftAgents(lostSessionOf(ref, locator), locator.subagents, context);
    case "claude/desktop":
      return withLeftAgents(desktopSessionOf(ref, locator), locator.subagents, context);
    case "claude/web":
      return loadWebSession(ref, locator, context);
    case "claude/memory":
    case "claude/unowned":
      return loadFiles(ref, locator, context);
  }
}

/** A session that left only a trace, with what is left of its sub-agents. */
async function withLeftAgents(
  trace: Session,
  agents: readonly LeftAgent[] = [],
  context: Context,
): Promise<Session> {
  const subagents: Session[] = [];
  for (const ref of agents)
    try {
      const agent = await loadTranscript(ref, ref.locator, undefined, context);
      subagents.push({ ...agent, parent: { sessionId: trace.id, relation: "subagent" } });
    } catch (cause) {
      context.signal.throwIfAborted();
      context.report(unreadablePart(ref.locator.path, "agent", cause));
    }
  return { ...trace, ...defined({ subagents: nonEmpty(subagents.sort(byStart)) }) };
}

async function loadTranscript(
  ref: SessionRef<Locator>,
  locator: TranscriptLocator,
  keepsRequestLog: boolean | undefined,
  context: Context,
): Promise<Session> {
  const { path, folder, hints } = locator;
  const { copies = [], originals = [], sideFiles = {}, companions = [] } = locator;
  const stored = storedIds(locator.agents);
  const relatives = [...copies, ...originals.map((original) => original.path)];
  const folders = [folder, ...relatives.map(withoutLinesEnding), dirname(folder)];
  const readOutput = outputsIn(folders);
  const shared = defined({ path, readOutput, project: ref.project, keepsRequestLog });
  const told: Diagnostic[] = [];
  // The records of a large session are a quarter of what is in memory, and nobody asks for them once it is built.
  const { main, inside, workflows } = await loadMain();
  const subagents = await loadSubagents(inside, locator, workflows, shared, stored, context);
  for (const diagnostic of told) context.report(diagnostic);

  let session = withSubagents(main, subagents);
  if (locator.sidecar) session = withSidecar(session, readSidecar(locator.sidecar, context));
  await markCopied(session, originals, context);
  session = withSideFiles(session, sideFiles, context);
  const { archived } = hints;
  const { parent } = ref;
  const native = hints.native && { ...session.native, ...hints.native };
  session = { ...session, ...defined({ archived, native, parent }) };
  return isAgentFile(path) ? withPurpose(session, parent?.sessionId) : session;

  /** The session without the sub-agents that have files, and what of its records is theirs. */
  async function loadMain() {
    const { entries, tally } = await readTranscript(path, stored, context);
    await countCopies(copies, tally, context);
    const workflows = await readWorkflows(companions, folders, tally, context);
    const lanes = splitSidechains(entries);
    const inside = subagentsInside(lanes, stored, shared, context);
    const { format, head } = locator;
    const { keptProgress } = inside;
    const source = { ...shared, id: ref.id, format, head, hints, tally, keptProgress };
    // Sub-agents are reported first.
    const later = { ...context, report: (diagnostic: Diagnostic) => void told.push(diagnostic) };
    return { main: buildSession(lanes.main, source, later), inside, workflows };
  }
}
