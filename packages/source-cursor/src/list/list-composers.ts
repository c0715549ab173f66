import { type Database, type KeyValues, keyValues } from "@chatexport/sqlite";
import type { Format, Omitted, UnlocatedCopy } from "../conversation/copy.js";
import { unlistedRow } from "../diagnostics.js";
import type { ListingContext } from "../locate/contexts.js";
import { brokenCheckpoint, hasAgentHistory } from "../parse/agent/composer-history.js";
import { type ComposerHead, composerHead } from "../parse/composer/composer-data.js";
import { reportDamage } from "../rows/read-rows.js";
import type { StoreLocations } from "../workspaces/resolve-location.js";
import {
  type ComposerIndex,
  type ComposerRow,
  type CopyContext,
  composerPrefix,
  foundComposer,
  listedComposer,
  wholeComposer,
} from "./composer-copy.js";
import {
  isTask,
  possibleCallers,
  searchCaller,
  type TaskCalls,
  taskCalls,
} from "./task-composers.js";
import { isTyped } from "./workspace-items.js";

/** The composers of a database. */
interface Composers {
  found: UnlocatedCopy[];
  omitted: Omitted[];
  /** Ids of all that the database has anything of, in lower case. */
  ids: Set<string>;
}

/**
 * The composers in the rows of `cursorDiskKV` (0.45 on), which are read one at a time; of their
 * bubbles only the keys are looked at. Some have lost their own row and are known by their bubbles:
 * then the row that the key of the copy names is missing or malformed.
 */
export function readComposers(
  database: Database,
  index: ComposerIndex,
  known: StoreLocations,
  context: ListingContext,
): Composers {
  const result: Composers = { found: [], omitted: [], ids: new Set() };
  const rows = keyValues(database, "cursorDiskKV");
  if (!rows) return result;
  const owners = new Set(rows.owners("bubbleId:"));
  const calls = taskCalls(owners);
  const around = { index, known };
  // Which of the calls a composer made stands in its list of bubbles.
  const readRow = calls.areWanted ? wholeComposer : listedComposer;
  for (const { key, rowid } of rows.keys(composerPrefix)) {
    context.signal.throwIfAborted();
    const id = key.slice(composerPrefix.length);
    const row = readRow(rows, key);
    // The bubbles can be read without it; loading says what is wrong.
    if (row.kind === "malformed" && owners.has(id)) continue;
    result.ids.add(id.toLowerCase());
    if (row.kind === "malformed")
      context.report(unlistedRow({ path: rows.path, at: key }, "error", row.cause));
    else if (row.kind === "deleted") result.omitted.push({ id, reason: "deleted" });
    else {
      calls.lookInto(id, row.data);
      addComposer(result, { ...row, id, rowid }, rows, around, context);
    }
  }
  for (const id of owners) {
    if (result.ids.has(id.toLowerCase())) continue;
    result.ids.add(id.toLowerCase());
    const lost = { id, rowid: 0, data: {}, whole: () => ({}) };
    addComposer(result, lost, rows, around, context);
  }
  reportDamage(rows, context);
  return { ...result, found: withCallers(result.found, calls, rows, database) };
}

function addComposer(
  { found, omitted }: Composers,
  row: ComposerRow,
  rows: KeyValues,
  around: CopyContext,
  context: ListingContext,
): void {
  const { id, data } = row;
  const head = composerHead(data);
  const bubbles = rows.extent(`bubbleId:${id}:`);
  const formats = formatsOf(row, head, bubbles.count, rows);
  const place = () => foundComposer(row, head, bubbles, rows, around);
  if (formats.length > 0 && !isPseudoId(id)) {
    const { copy, clues } = place();
    for (const format of formats) found.push({ copy: { ...copy, format }, clues });
    return;
  }
  const isDraft = head.draft || isTyped(data.text) || isPseudoId(id);
  const isWanted = context.empty === true && !isPseudoId(id);
  const at = brokenCheckpoint(rows, id);
  const cause = new Error("it names no state of the agent");
  if (at !== undefined) context.report(unlistedRow({ path: rows.path, at }, "error", cause));
  omitted.push({
    id,
    reason: isDraft ? "draft" : "empty",
    ...(isWanted && { found: asEmpty(place()) }),
  });
}

function asEmpty({ copy, clues }: UnlocatedCopy): UnlocatedCopy {
  return { copy: { ...copy, listedBy: "empty" }, clues };
}

/** The shapes of its messages. Inside the row may be older ones than in rows of their own. */
function formatsOf(
  { id, data }: ComposerRow,
  head: ComposerHead,
  bubbleCount: number,
  rows: KeyValues,
): Format[] {
  const formats: Format[] = [];
  if (bubbleCount > 0) formats.push("cursor/bubbles");
  if (head.inlineCount > 0) formats.push("cursor/inline");
  if (formats.length > 0) return formats;
  if (hasAgentHistory(rows, data, id)) return ["cursor/agent-kv"];
  // All bubbles are lost; what they were can still be told.
  return head.listsBubbles ? ["cursor/bubbles"] : [];
}

/** Sub-agents that are named after the call that started them learn who made it. */
function withCallers(
  found: readonly UnlocatedCopy[],
  calls: TaskCalls,
  rows: KeyValues,
  database: Database,
): UnlocatedCopy[] {
  const callers = possibleCallers(found.map(({ copy }) => copy));
  return found.map((each) => {
    const { copy, clues } = each;
    if (copy.parent || !isTask(copy.id)) return each;
    const parent = calls.parentOf(copy.id) ?? searchCaller(copy, callers, rows, database);
    if (!parent) return each;
    return { copy: { ...copy, parent }, clues: { ...clues, parentId: parent.sessionId } };
  });
}

/** Ids that stand for an input box, not for a conversation. */
export function isPseudoId(id: string): boolean {
  return id === "" || id === "empty-state-draft";
}
