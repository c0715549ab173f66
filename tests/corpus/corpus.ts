import { existsSync, readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { type Session, withSubagents } from "@chatexport/core";
import claude from "@chatexport/source-claude";
import { families } from "./copies.js";
import { type LoadedFolder, loadAll } from "./loaded.js";
import { withLostAgents } from "./progress.js";
import { type ClaudeTranscript, isWebSession, readTranscript } from "./raw.js";
import { filesBelow } from "./store.js";

/** Real transcripts of public projects, which are not part of this repository. */
export const corpus = fileURLToPath(new URL("../../../shared/corpus/claude", import.meta.url));

/** Real stores of Cursor, which are not part of it either. */
export const cursorCorpus = fileURLToPath(
  new URL("../../../shared/corpus/cursor", import.meta.url),
);

/** True when the transcripts are there. */
export const hasCorpus = existsSync(corpus);

/** The folders of the corpus, one for each project. */
export const folders = hasCorpus ? readdirSync(corpus).sort() : ["(no corpus)"];

/** A folder of the corpus, as it lies there and as it was loaded. */
export interface CorpusFolder extends LoadedFolder {
  path: string;
  transcripts: ClaudeTranscript[];
  /** The transcripts in groups that share records. */
  families: ClaudeTranscript[][];
  /** All sessions, sub-agents included. */
  all: Session[];
  /** The sessions by the file that they were read from. */
  byFile: ReadonlyMap<string, Session[]>;
}

/** Reads a folder with and without the reader. */
export async function readFolder(name: string): Promise<CorpusFolder> {
  const path = join(corpus, name);
  const paths = filesBelow(path).filter(isTranscript);
  const transcripts = paths.map(readTranscript).map((one) => withLostAgents(one, paths));
  const loaded = await loadAll(claude({ roots: [path] }));
  const all = loaded.sessions.flatMap(({ session }) => [...withSubagents(session)]);
  const byFile = new Map<string, Session[]>();
  for (const session of all) {
    const file = session.origin.path ?? "";
    byFile.set(file, [...(byFile.get(file) ?? []), session]);
  }
  return { path, transcripts, families: families(transcripts), all, byFile, ...loaded };
}

/** A journal holds what a workflow did, and the history prompts of all projects. */
function isTranscript(path: string): boolean {
  return isRecordFile(path) && !/(?:^|[/\\])(?:journal|history)\.jsonl$/.test(path);
}

/** True when a file holds records of Claude Code. */
export function isRecordFile(path: string): boolean {
  return path.endsWith(".jsonl") || isWebSession(path);
}

/** A path as the tables of what is known name it. */
export function place(path = ""): string {
  return relative(corpus, path).replaceAll("\\", "/");
}

/** The entries of a table that are about a folder of the corpus. */
export function entriesOf(table: Readonly<Record<string, string>>, name: string): string[] {
  return Object.keys(table)
    .filter((key) => key.startsWith(`${name}/`))
    .sort();
}
