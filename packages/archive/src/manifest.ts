import {
  compareStrings,
  type Diagnostic,
  errorCode,
  isTally,
  type Purpose,
  type Tally,
} from "@chatexport/core";
import {
  type FieldsOf,
  fields,
  flag,
  list,
  maybe,
  text,
  that,
  word,
} from "@chatexport/core/fields";
import { type JsonLine, jsonLines, numberOf, sessionKey, textOf } from "@chatexport/core/read";
import type {
  ArchivedDocument,
  ArchivedFile,
  ArchivedIndex,
  ArchivedSession,
  ArchivedSubagent,
} from "./archived-session.js";
import { damagedManifest } from "./diagnostics.js";
import type { Extent } from "./extent.js";

/** All sessions of an archive by `sessionKey`. */
export type Manifest = Map<string, ArchivedSession>;

/** Reads a manifest; what it says in lines that are no sessions is reported and left out. */
export function readManifest(path: string, report: (diagnostic: Diagnostic) => void): Manifest {
  const manifest: Manifest = new Map();
  for (const line of readLines(path)) {
    const record = recordOf(line);
    // Where two branches of a repository were merged, the later state stands last or is as good.
    if (isArchivedSession(record)) manifest.set(sessionKey(record), record);
    else report(damagedManifest(path, line.line));
  }
  return manifest;
}

/** The lines of a manifest: sorted, so that the same archive has the same bytes. */
export function* manifestLines(manifest: Manifest): Generator<string> {
  for (const session of inOrder(manifest)) yield `${JSON.stringify(withKeysInOrder(session))}\n`;
}

/** The sessions by source and id. */
export function inOrder(manifest: Manifest): ArchivedSession[] {
  return [...manifest].sort(([a], [b]) => compareStrings(a, b)).map(([, session]) => session);
}

/** The lines of a file, one by one, for a manifest may be large; none when there is no such file. */
export function* readLines(path: string): Generator<JsonLine> {
  try {
    for (const batch of jsonLines(path)) yield* batch;
  } catch (error) {
    if (errorCode(error) !== "ENOENT") throw error;
  }
}

/** The record in a line; undefined for a line that is none. */
export function recordOf(line: JsonLine): unknown {
  return "record" in line ? line.record : undefined;
}

/** In one order, whatever was changed last. */
function withKeysInOrder(session: ArchivedSession): object {
  const { documents } = session;
  const ordered = {
    ...session,
    documents: documents.toSorted(bySink),
  };
  const keys = Object.keys(sessionFields) as (keyof ArchivedSession)[];
  return Object.fromEntries(keys.map((key) => [key, ordered[key]]));
}

/*
 * A manifest was written by this program, but maybe merged, edited or sent by other people since:
 * untrusted text.
 */

const name = that<string>((value) => textOf(value) !== undefined);
const count = that<number>((value) => (numberOf(value) ?? -1) >= 0);
const tally = that<Tally>(isTally);
const purpose = that<Purpose>((value) => typeof value === "string");

/** A file whose path stays inside the archive and out of its own folder. */
const file: FieldsOf<ArchivedFile> = {
  path: that(
    (path) =>
      typeof path === "string" && path.split("/").every((part) => /^[^.\\\0][^\\\0]*$/.test(part)),
  ),
  bytes: count,
  sha256: name,
};

const document = fields<ArchivedDocument>({
  ...file,
  sink: name,
  revision: text,
  recipe: text,
  assets: maybe(list(fields(file))),
  pages: maybe(list(fields(file))),
});

/** The fields of a session in the order in which they are written. */
const sessionFields: FieldsOf<ArchivedSession> = {
  source: name,
  id: name,
  state: maybe(word("vanished", "decayed")),
  title: maybe(text),
  project: maybe(text),
  startedAt: maybe(text),
  updatedAt: maybe(text),
  model: maybe(text),
  firstPrompt: maybe(text),
  messageCount: maybe(count),
  subagentCount: maybe(count),
  promptCount: maybe(count),
  failedCallCount: maybe(count),
  changes: maybe(
    fields<NonNullable<ArchivedSession["changes"]>>({ files: count, added: count, removed: count }),
  ),
  marks: maybe(list(text)),
  archived: maybe(flag),
  place: maybe(text),
  listedBy: maybe(text),
  extent: fields<Extent>({
    prompts: count,
    answers: count,
    results: count,
    files: count,
    edits: count,
    attachments: count,
    characters: count,
    resultCharacters: count,
    until: maybe(text),
  }),
  refused: maybe(text),
  edition: maybe(count),
  records: tally,
  subagents: maybe(
    list(fields<ArchivedSubagent>({ id: text, purpose: maybe(purpose), records: tally })),
  ),
  documents: list(document),
  earlier: maybe(list(document)),
};

const session = fields(sessionFields);
const index = fields<ArchivedIndex>({
  ...file,
  sink: text,
  of: text,
  files: maybe(list(fields(file))),
});

/** A session, with nothing in it that could lead out of the archive or that a reader would fall over. */
export function isArchivedSession(value: unknown): value is ArchivedSession {
  return session.check(value, "loose") === undefined;
}

/** Reads which indexes the archive has; what is not understood is made anew. */
export function readIndexes(path: string): ArchivedIndex[] {
  return [...readLines(path)].map(recordOf).filter(isIndex);
}

/** The lines from which `readIndexes` reads them. */
export function indexesLines(indexes: readonly ArchivedIndex[]): string[] {
  return indexes.toSorted(bySink).map((index) => `${JSON.stringify(index)}\n`);
}

/** True when a line that was parsed describes an index. */
export function isIndex(value: unknown): value is ArchivedIndex {
  return index.check(value, "loose") === undefined;
}

/** Puts a file in the place of the one that belongs to the same sink. */
export function replaceIn<File extends { sink: string }>(files: File[], file: File): void {
  const index = files.findIndex(({ sink }) => sink === file.sink);
  if (index === -1) files.push(file);
  else files[index] = file;
}

function bySink(a: { sink: string }, b: { sink: string }): number {
  return compareStrings(a.sink, b.sink);
}
