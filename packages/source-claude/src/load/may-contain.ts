import { join } from "node:path";
import type { Context, SessionRef } from "@chatexport/core";
import { WordSearch, withoutLinesEnding } from "@chatexport/core/read";
import type { Locator, TranscriptLocator } from "../head/locator.js";
import { namesIn } from "../locate/disk.js";
import { outputsName } from "../locate/file-kinds.js";
import { says } from "../says.js";

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
  for (const text of Object.values(says)) search.lookIn(text);
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
  if (locator.format === "claude/index") return [title, locator.prompt ?? ""];
  if (locator.format === "claude/desktop") return [title, locator.model ?? ""];
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
