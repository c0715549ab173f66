import { join } from "node:path";
import type { Context, SessionRef } from "@chatexport/core";
import { WordSearch, withoutLinesEnding } from "@chatexport/core/read";
import type { Locator, TranscriptLocator } from "../head/locator.js";
import { namesIn } from "../locate/disk.js";
import { outputsName } from "../locate/file-kinds.js";

/** True when a session could hold all words, by the files that loading reads; false is certain. */
export async function mayContain(
  ref: SessionRef<Locator>,
  words: readonly string[],
  context: Context,
): Promise<boolean> {
  const { locator } = ref;
  const isHistory = locator.format === "claude/history";
  const encodings = [
    ...(words.some((word) => /^\d+$/.test(word)) ? [counted] : []),
    ...(isHistory ? [pastedElsewhere] : []),
  ];
  const search = new WordSearch(words, encodings);
  search.lookIn(isHistory ? addedWords + addedWordsOfHistory : addedWords);
  if (isHistory)
    for (const run of locator.runs) await search.lookInFile(locator.path, context, run);
  const left = "subagents" in locator ? locator.subagents : [];
  for (const each of [ref, ...left]) {
    for (const text of listedTexts(each)) search.lookIn(text);
    for (const path of filesOf(each.locator)) await search.lookInFile(path, context);
  }
  return search.isOver;
}

/**
 * The texts that listing has from files of many sessions, and the paths of files that are attached.
 */
function listedTexts({ title = "", locator }: SessionRef<Locator>): string[] {
  if ("files" in locator) return [title, ...locator.files];
  if (locator.format === "claude/index") return [title, addedWordsOfIndex, locator.prompt ?? ""];
  if (locator.format === "claude/desktop") return [title, addedWordsOfDesktop, locator.model ?? ""];
  if (locator.format !== "claude/jsonl") return [title];
  const { head, hints, sideFiles = {}, companions = [] } = locator;
  const ofWorkflows = companions.filter((path) => path.includes("workflows"));
  return [title, JSON.stringify([head, hints]), ...Object.values(sideFiles).flat(), ...ofWorkflows];
}

/** The number that a notice gives: how many results of tools were cleared. */
const counted = { sign: "compactedtoolids" };

/** Pasted texts can lie in files of their own. */
const pastedElsewhere = { sign: "contenthash" };

/** The files that hold nothing of other sessions. */
function filesOf(locator: Locator): readonly string[] {
  if (locator.format === "claude/jsonl") return transcriptFiles(locator);
  if (locator.format === "claude/web") return [locator.path];
  return "files" in locator ? locator.files : [];
}

function transcriptFiles(locator: TranscriptLocator): string[] {
  const { path, agents, sidecar, companions = [], sideFiles = {}, originals = [] } = locator;
  const sidecars = [sidecar, ...agents.map((agent) => agent.sidecar)];
  return [
    path,
    ...agents.map((agent) => agent.path),
    ...sidecars.filter((file) => file !== undefined),
    ...companions,
    ...Object.values(sideFiles).flat(),
    ...originals.flatMap((original) => outputsBeside(original.path)),
  ];
}

/** The large outputs of a session from which records were copied are still in its folder alone. */
function outputsBeside(transcript: string): string[] {
  const folder = join(withoutLinesEnding(transcript), outputsName);
  return namesIn(folder).map((name) => join(folder, name));
}

/**
 * The words that loading may add to the texts of a session: in notices, in headings of attachments
 * of the tool, in names of files. A search finds these words in sessions whose files do not hold
 * them. A test looks for those that are missing here.
 */
const addedWords = `
  Allowed tools The date has changed Changed outside Opened Selected in the editor changes Resource of Goal met Tools that can be loaded Spent USD Skills task exit code blocked
  cancelled failed Image source
  Remote control Session started Old results of tools were cleared from what the model sees tokens
  saved they are kept here The model refused to could not answer another model answered instead
  refused Stopped after so many turns more were not allowed A hook had something to say Stop hook stopped the turn no reason was given There is no command
  a folder without a list The context was cleared the model saw nothing of what had been said before
  a hook without a command stop hooks API error Switched from one model to another
  Pull request Implement the plan
  What its sub-agents did is left too Todo list of agent Tasks in progress in-progress pending completed cancelled blocked by
  version undated
`;

/**
 * The words that loading adds to a session that only an index knows; the number of messages is
 * `counted`.
 */
const addedWordsOfIndex = `
  Only what the project's index noted of this session is left: there is no transcript of it. It had
  messages Below is how it began Claude Code deletes old ones
`;

/** The words that loading adds to a session that only the desktop app knows. */
const addedWordsOfDesktop = `
  Only the title that the desktop app keeps of this session is left: there is no transcript of it.
  Claude Code deletes old ones
`;

/** The diagnostic for a session that left only prompts. */
const addedWordsOfHistory = `
  Only the prompts of this session are left: there is no transcript of it. Claude Code deletes old ones.
  Only the prompts of this day are left: there are no transcripts with them, and nothing tells which
  sessions they belong to. Pasted text Image The session was open. the history names
`;
