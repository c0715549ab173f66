import { basename, dirname } from "node:path";
import { defined, type JsonObject, nonEmpty, present } from "@chatexport/core";
import {
  objectOf,
  objectsOf,
  promptTitle,
  shallowJson,
  textOf,
  wordOf,
  wordsOf,
} from "@chatexport/core/read";
import { type Database, type KeyValues, keyValues, textOfValue } from "@chatexport/sqlite";
import type { Copy, Format, Omitted, UnlocatedCopy } from "../conversation/copy.js";
import { bestHead } from "../conversation/head.js";
import { unknownFields, unlistedRow } from "../diagnostics.js";
import type { ListContext } from "../locate/contexts.js";
import { brokenCheckpoint, hasAgentHistory } from "../parse/agent/composer-history.js";
import {
  type ComposerHead,
  composerHead,
  isPlaceholder,
  typedInBubble,
} from "../parse/composer/composer-data.js";
import { unknownComposerFields } from "../parse/composer/native-facts.js";
import { inlineBubbles } from "../parse/inline-bubbles.js";
import { partPrefixes } from "../rows/keys.js";
import { reportDamage } from "../rows/read-rows.js";
import {
  type Clues,
  folderAroundFiles,
  isLocated,
  referenceOf,
  repositoryOf,
  type StoreLocations,
} from "../workspaces/resolve-location.js";
import type { IndexEntry } from "./editor-index.js";
import { isTyped } from "./index-rows.js";
import { isTask, possibleCallers, searchCaller, taskCalls } from "./task-composers.js";

/** The prefix of the keys of composers in `cursorDiskKV`. */
const composerPrefix = "composerData:";

/** The composers that were read so far, and what is known of the store around them. */
export interface Scan {
  found: UnlocatedCopy[];
  omitted: Omitted[];
  /** Ids of all that the databases have anything of, in lower case. */
  ids: Set<string>;
  /** The entries of the indexes, by id in lower case; the more reliable index first. */
  index: ReadonlyMap<string, readonly IndexEntry[]>;
  known: StoreLocations;
  context: ListContext;
}

/** The content of a composer's row. */
interface StoredComposer {
  /** The fields that listing needs; a long row has more. */
  data: JsonObject;
  /** All of it. */
  whole(): JsonObject;
}

/** A composer as it is stored. */
interface ComposerRow extends StoredComposer {
  id: string;
  rowid: number;
}

/**
 * Adds the composers in the rows of `cursorDiskKV` (0.45 on), which are read one at a time; of their
 * bubbles only the keys are looked at. Some have lost their own row and are known by their bubbles:
 * then the row that the key of the copy names is missing or malformed.
 */
export function readComposers(database: Database, scan: Scan): void {
  const rows = keyValues(database, "cursorDiskKV");
  if (!rows) return;
  const { omitted, context } = scan;
  const found: UnlocatedCopy[] = [];
  const ids = new Set<string>();
  const owners = new Set(rows.owners("bubbleId:"));
  const calls = taskCalls(owners);
  // Which of the calls a composer made stands in its list of bubbles.
  const readRow = calls.areWanted ? wholeComposer : listedComposer;
  for (const { key, rowid } of rows.keys(composerPrefix)) {
    context.signal.throwIfAborted();
    const id = key.slice(composerPrefix.length);
    const row = readRow(rows, key);
    // The bubbles can be read without it; loading says what is wrong.
    if (row && "malformed" in row && owners.has(id)) continue;
    ids.add(id.toLowerCase());
    if (!row) omitted.push({ id, reason: "deleted" });
    else if ("malformed" in row)
      context.report(unlistedRow({ path: rows.path, at: key }, "error", row.malformed));
    else {
      calls.lookInto(id, row.data);
      addComposer({ ...row, id, rowid }, rows, { ...scan, found });
    }
  }
  for (const id of owners) {
    if (ids.has(id.toLowerCase())) continue;
    ids.add(id.toLowerCase());
    addComposer({ id, rowid: 0, data: {}, whole: () => ({}) }, rows, { ...scan, found });
  }
  for (const id of ids) scan.ids.add(id);
  reportDamage(rows, context);
  const callers = possibleCallers(found.map(({ copy }) => copy));
  for (const { copy, clues } of found) {
    // Sub-agents that are named after the call that started them learn who made it.
    const parent =
      copy.parent || !isTask(copy.id)
        ? undefined
        : (calls.parentOf(copy.id) ?? searchCaller(copy, callers, rows, database));
    const parentId = parent?.sessionId ?? clues.parentId;
    scan.found.push({
      copy: parent ? { ...copy, parent } : copy,
      clues: present({ ...clues, parentId }),
    });
  }
}

function addComposer(row: ComposerRow, rows: KeyValues, scan: Scan): void {
  const { id, data } = row;
  const { context } = scan;
  const head = composerHead(data);
  const isPseudo = isPseudoId(id);
  const formats = formatsOf(row, head, rows);
  if (formats.length > 0 && !isPseudo) {
    const { copy, clues } = foundComposer(row, head, rows, scan);
    for (const format of formats) scan.found.push({ copy: { ...copy, format }, clues });
    return;
  }
  const at = brokenCheckpoint(rows, id);
  const cause = new Error("it names no state of the agent");
  if (at !== undefined) context.report(unlistedRow({ path: rows.path, at }, "error", cause));
  const unknown = unknownComposerFields(row.whole());
  const origin = { path: rows.path, at: composerPrefix + id };
  if (unknown.length > 0) context.report(unlistedRow(origin, "warning", unknownFields(unknown)));
  const reason = head.draft || isTyped(data.text) || isPseudo ? "draft" : "empty";
  if (isPseudo || !context.empty) scan.omitted.push({ id, reason });
  else {
    const { copy, clues } = foundComposer(row, head, rows, scan);
    scan.omitted.push({ id, reason, found: { copy: { ...copy, listedBy: "empty" }, clues } });
  }
}

/** The shapes of its messages. Inside the row may be older ones than in rows of their own. */
function formatsOf({ id, data }: ComposerRow, head: ComposerHead, rows: KeyValues): Format[] {
  const formats: Format[] = [];
  if (rows.extent(`bubbleId:${id}:`).count > 0) formats.push("cursor/bubbles");
  if (head.inlineCount > 0) formats.push("cursor/inline");
  if (formats.length > 0) return formats;
  if (hasAgentHistory(rows, data, id)) return ["cursor/agent-kv"];
  // All bubbles are lost; what they were can still be told.
  return head.listsBubbles ? ["cursor/bubbles"] : [];
}

/** Ids that stand for an input box, not for a conversation. */
export function isPseudoId(id: string): boolean {
  return id === "" || id === "empty-state-draft";
}

/** The copy of a composer; the caller corrects its format where it is not "cursor/bubbles". */
function foundComposer(
  row: ComposerRow,
  head: ComposerHead,
  rows: KeyValues,
  { index, known }: Scan,
): UnlocatedCopy {
  const { id, rowid, data } = row;
  const entries = index.get(id.toLowerCase()) ?? [];
  const best = bestHead([head, ...entries]);
  if (best.title !== undefined && isPlaceholder(best.title, promptsIn(row, rows))) {
    delete best.title;
    delete best.titleFrom;
  }
  // Neither a name nor a prompt was found without looking at bubbles.
  if (best.title === undefined || best.title === head.subtitle)
    Object.assign(best, defined({ title: promptTitle(promptsIn(row, rows)) }));
  const extents = partPrefixes(id)
    .map((prefix) => rows.extent(prefix))
    .map(({ count, newest }) => `${count}-${newest}`);
  // Made from the index of the table alone: a row that is written anew gets a new number.
  const updatedAt = wordOf(data.lastUpdatedAt ?? "");
  const copy: Copy = present({
    id,
    format: "cursor/bubbles",
    path: rows.path,
    key: `${composerPrefix}${id}`,
    ...best,
    children: nonEmpty([...new Set([head, ...entries].flatMap(({ children }) => children))]),
    revision: [updatedAt, rowid, ...extents, best.archived ?? false, best.title ?? ""].join("."),
  });
  const clues: Clues = present({
    id,
    row: entries.find(({ from }) => from === "table")?.workspace,
    own: referenceOf(data.workspaceIdentifier),
    entry: entries.find(({ from }) => from === "heads")?.workspace,
    storage: known.storages.get(basename(dirname(rows.path))),
    parentId: best.parent?.sessionId,
    repository: repositoryOf(data),
  });
  if (isLocated(clues, known)) return { copy, clues };
  const around = folderAroundFiles(row.whole(), known.folders);
  return { copy, clues: { ...clues, ...defined({ around }) } };
}

/** The prompts: only as many bubbles of the user are looked at as somebody asks for. */
function* promptsIn({ id, data, whole }: ComposerRow, rows: KeyValues): Generator<string> {
  for (const read of [() => data, whole])
    for (const { bubbleId, type } of objectsOf(read().fullConversationHeadersOnly)) {
      if (type !== 1) continue;
      const values = rows.extract(`bubbleId:${id}:${textOf(bubbleId)}`, promptPaths) ?? [];
      const fields = promptFields.map((field, index) => [field, values[index] ?? null]);
      yield* typedInBubble(Object.fromEntries(fields));
    }
  for (const bubble of objectsOf(inlineBubbles(data)))
    if (bubble.type === 1) yield* typedInBubble(bubble);
}

const promptFields = wordsOf("text richText rawText content message initText");

const promptPaths = promptFields.map((field) => `$.${field}`);

/** A composer with the fields that listing looks at, and its first bubble only: the others are most of a row. */
function listedComposer(rows: KeyValues, key: string): ReturnType<typeof wholeComposer> {
  const found = rows.extract(key, listedPaths);
  const [header = null, ...values] = found ?? [];
  // The title may be that of a prompt further on.
  if (!found || (header !== null && objectOf(header)?.type !== 1)) return wholeComposer(rows, key);
  const data: JsonObject = header === null ? {} : { fullConversationHeadersOnly: [header] };
  for (const [index, field] of listedFields.entries()) {
    const value = values[index] ?? null;
    if (value !== null) data[field] = value;
  }
  const whole = () => {
    const stored = wholeComposer(rows, key);
    return stored && "data" in stored ? stored.data : {};
  };
  return { data, whole };
}

/** A composer with all of its fields, or why it is none; undefined for one that was deleted. */
function wholeComposer(
  rows: KeyValues,
  key: string,
): StoredComposer | { malformed: unknown } | undefined {
  const value = rows.value(key);
  if (value.kind === "null" || value.kind === "missing") return undefined;
  if (value.kind === "unreadable") return { malformed: value.cause };
  try {
    const data = objectOf(shallowJson(textOfValue(value) ?? ""));
    return data ? { data, whole: () => data } : { malformed: new SyntaxError("not an object") };
  } catch (malformed) {
    return { malformed };
  }
}

const listedFields = wordsOf(`name subtitle text createdAt lastUpdatedAt isArchived isDraft
  createdOnBranch activeBranch gitWorktree trackedGitRepos workspaceIdentifier parentComposerId
  subagentInfo subagentComposerIds subComposerIds conversation conversationMap conversationState`);

const listedPaths = ["fullConversationHeadersOnly[0]", ...listedFields].map(
  (field) => `$.${field}`,
);
