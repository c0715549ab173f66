import {
  type Branch,
  type Context,
  defined,
  type JsonObject,
  nonEmpty,
  type Project,
  present,
  type Session,
  schemaVersion,
} from "@chatexport/core";
import { objectOf, type TallyCounter, UnknownTypes, wordOf } from "@chatexport/core/read";
import { UnknownFlood } from "@chatexport/core/source";
import { missingParent, parallelLines } from "../diagnostics.js";
import { finishedHead, type Head, type Hints } from "../head/head.js";
import { type Entry, recordsOf } from "../records/records.js";
import type { OutputReader } from "../tools/persisted-output.js";
import type { TranscriptTools } from "../tools/transcript-tools.js";
import type { MessageContext } from "./line-state.js";
import { conversationOf } from "./lines.js";
import { lineMessages } from "./messages.js";
import { RecordIndex } from "./record-index.js";
import { linkedPages, sessionState } from "./session-state.js";
import { definedTools, isKnownRequest } from "./tool-definitions.js";
import { type Line, TurnTree } from "./turns.js";
import { reportedUsage } from "./usage.js";

/** The origin of a session. */
export interface SessionSource {
  id: string;
  /** "claude/jsonl", or "claude/sidechain" for a sub-agent inside its parent's transcript. */
  format: string;
  /** Absent when the records come from elsewhere. */
  path?: string;
  /** Reads its large tool results, which lie beside it. */
  readOutput: OutputReader;
  /** Counts the records; has not counted the entries yet. */
  tally: TallyCounter;
  /** As listing decided it; sub-agents have none. */
  head?: Head;
  /** The facts from other files. */
  hints?: Hints;
  /** The project as listing knows it, when no record names a directory. */
  project?: Project;
  /** Progress records whose content is in a sub-agent, so that they are kept. */
  keptProgress?: ReadonlySet<JsonObject>;
  /** True when the log of requests is to be kept as it is. */
  keepsRequestLog?: boolean | undefined;
}

/** A session with what linking its sub-agents needs. */
export interface BuiltSession {
  session: Session;
  tools: Pick<TranscriptTools, "calls" | "starts">;
}

/** Builds a session, without its sub-agents, from the records of one transcript. */
export function buildSession(
  entries: readonly Entry[],
  source: SessionSource,
  context: Context,
): BuiltSession {
  const { id, format, path, tally } = source;
  for (const _ of recordsOf(entries)) tally.read();
  const index = new RecordIndex(entries);
  const { tools, requestLog } = index;
  tools.pair(source.readOutput, context);
  const isOwn = (uuid: string) => index.uuids.has(uuid);
  const { head: listed = {}, hints = {} } = source;
  const head = finishedHead(listed, index.head.head(isOwn), index.head.hasGivenTitle, hints);
  const state = sessionState(index.state, isOwn, tally);
  const keptRequests = requestLog.filter((record) => {
    if (source.keepsRequestLog) tally.keep();
    else if (isKnownRequest(record)) tally.skip("request-log");
    else tally.unknown(wordOf(record.type));
    return source.keepsRequestLog || !isKnownRequest(record);
  });
  const { version: toolVersion, gitBranch, ...repeated } = index.repeated;
  const own = { gitBranch: head.branch ?? gitBranch, cwd: head.cwd, version: toolVersion };
  const namesLines = state.native["active-leaf"] !== undefined;
  const tree = new TurnTree(index.conversation, index.retracted, namesLines);
  const { healed, cleared } = tree;
  const { active, branches: left, parallel } = conversationOf(tree, state.leaf);
  if (healed[0]) context.report(missingParent(path, healed[0].line, healed.length));
  if (parallel[0]) context.report(parallelLines(path, parallel[0].line, parallel.length));

  const messageContext: MessageContext = {
    index,
    cleared,
    said: { ...repeated, ...defined(own) },
    lostPrompts: index.queue.lost(),
    keptProgress: source.keptProgress ?? new Set(),
    tally,
    turns: new Map(),
    ids: new Set(),
    responses: new Map(),
    systemPrompts: new Map(),
    unknown: new UnknownTypes(),
    flood: new UnknownFlood(),
  };
  const messages = lineMessages(active, undefined, messageContext);
  const branches = left.flatMap((line) => branchOf(line, messageContext));
  messageContext.unknown.report(path, context);

  const native = {
    ...repeated,
    ...state.native,
    ...(keptRequests.length > 0 && { "request-log": keptRequests }),
  };
  const session: Session = present({
    schemaVersion,
    id,
    source: "claude",
    format,
    title: head.title,
    titleFrom: head.titleFrom,
    startedAt: head.startedAt,
    updatedAt: head.updatedAt,
    cwd: head.cwd,
    project: head.project ?? source.project,
    git: head.branch === undefined ? undefined : { branch: head.branch },
    model: messages.findLast(({ model }) => model !== undefined)?.model,
    toolVersion,
    messages,
    branches: nonEmpty(branches),
    attachments: nonEmpty(linkedPages(state.native)),
    tools: definedTools(index.definitions, requestLog),
    usage: reportedUsage(objectOf(state.native["cost-state"]) ?? lastFrame(state.native), [
      ...messages,
      ...branches.flatMap((branch) => branch.messages),
    ]),
    records: tally.result(),
    origin: present({ path }),
    native: Object.keys(native).length > 0 ? native : undefined,
  });
  // The records behind the results are no longer needed, and a session may have many sub-agents.
  return { session, tools: { calls: tools.calls, starts: tools.starts } };
}

/** The counts in the last frame of a headless run, in the words of a transcript. */
function lastFrame({ result }: JsonObject): JsonObject {
  const { total_cost_usd: totalCostUSD = null, modelUsage = null } = objectOf(result) ?? {};
  return { totalCostUSD, modelUsage };
}

function branchOf(line: Line, context: MessageContext): Branch[] {
  const { branch } = line;
  const from = branch?.from && context.turns.get(branch.from);
  const messages = lineMessages(line, from, context);
  const [first] = messages;
  if (!first || !branch) return [];
  return [present({ id: first.id, forkedFrom: from?.id, reason: branch.reason, messages })];
}
