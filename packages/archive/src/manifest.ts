import { readFile } from "node:fs/promises";
import { type Diagnostic, errorCode, isTally } from "@chatexport/core";
import { listOf, numberOf, objectOf, parseLine } from "@chatexport/core/read";
import type {
  ArchivedDocument,
  ArchivedFile,
  ArchivedIndex,
  ArchivedSession,
  ArchivedSubagent,
} from "./archived-session.js";
import { damagedManifest } from "./diagnostics.js";
import type { Extent } from "./extent.js";
import { sessionKey } from "./names.js";

/** All sessions of an archive by `sessionKey`. */
export type Manifest = Map<string, ArchivedSession>;

/** Reads a manifest; what it says in lines that are no sessions is reported and left out. */
export async function readManifest(
  path: string,
  report: (diagnostic: Diagnostic) => void,
): Promise<Manifest> {
  const manifest: Manifest = new Map();
  for (const [index, line] of (await readLines(path)).entries()) {
    const record = parseLine(line);
    if (record === undefined) continue;
    // Where two branches of a repository were merged, the later state stands last or is as good.
    if (isArchivedSession(record)) manifest.set(sessionKey(record), record);
    else report(damagedManifest(path, index + 1));
  }
  return manifest;
}

/** The text of a manifest: sorted, so that the same archive has the same bytes. */
export function manifestText(manifest: Manifest): string {
  return inOrder(manifest)
    .map((session) => `${JSON.stringify(withKeysInOrder(session))}\n`)
    .join("");
}

/** The sessions by source and id. */
export function inOrder(manifest: Manifest): ArchivedSession[] {
  return [...manifest].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, session]) => session);
}

/** The lines of a file; none when there is no such file. */
export async function readLines(path: string): Promise<string[]> {
  try {
    return (await readFile(path, "utf8")).replace(/^\ufeff/, "").split("\n");
  } catch (error) {
    if (errorCode(error) === "ENOENT") return [];
    throw error;
  }
}

/** In one order, whatever was changed last. */
function withKeysInOrder(session: ArchivedSession): object {
  const { documents } = session;
  const ordered = {
    ...session,
    documents: documents.toSorted((a, b) => (a.sink < b.sink ? -1 : 1)),
  };
  const keys = Object.keys(sessionFields) as (keyof ArchivedSession)[];
  return Object.fromEntries(keys.map((key) => [key, ordered[key]]));
}

/*
 * What stands in a manifest was written by this program, but maybe merged, edited or sent by
 * other people since: untrusted text. Each function tells whether a value that was parsed is what its name says.
 */

/** The fields of a session in the order in which they are written. */
const sessionFields = {
  source: isName,
  id: isName,
  state: optional((state) => state === "vanished" || state === "decayed"),
  title: optional(isText),
  project: optional(isText),
  startedAt: optional(isText),
  updatedAt: optional(isText),
  model: optional(isText),
  firstPrompt: optional(isText),
  messageCount: optional(isCount),
  subagentCount: optional(isCount),
  place: optional(isText),
  listedBy: optional(isText),
  extent: isExtent,
  refused: optional(isText),
  edition: optional(isCount),
  records: isTally,
  subagents: optional(listIs(isSubagent)),
  documents: listIs(isDocument),
  earlier: optional(listIs(isDocument)),
} satisfies Record<keyof ArchivedSession, Check>;

/** A session, with nothing in it that could lead out of the archive or that a reader would fall over. */
export function isArchivedSession(value: unknown): value is ArchivedSession {
  return hasFields(value, sessionFields);
}

/** A file whose path stays inside the archive and out of its own folder. */
function isFile(value: unknown): value is ArchivedFile {
  return hasFields(value, {
    path: (path) =>
      isText(path) && path.split("/").every((name) => /^[^.\\\0][^\\\0]*$/.test(name)),
    bytes: isCount,
    sha256: isName,
  } satisfies Record<keyof ArchivedFile, Check>);
}

function isDocument(value: unknown): value is ArchivedDocument {
  return (
    isFile(value) &&
    hasFields(value, {
      sink: isName,
      revision: isText,
      recipe: isText,
      assets: optional(listIs(isFile)),
      pages: optional(listIs(isFile)),
    } satisfies Record<Exclude<keyof ArchivedDocument, keyof ArchivedFile>, Check>)
  );
}

function isExtent(value: unknown): boolean {
  return hasFields(value, {
    prompts: isCount,
    answers: isCount,
    results: isCount,
    files: isCount,
    edits: isCount,
    attachments: isCount,
    characters: isCount,
    resultCharacters: isCount,
    until: optional(isText),
  } satisfies Record<keyof Extent, Check>);
}

function isSubagent(value: unknown): boolean {
  return hasFields(value, {
    id: isText,
    purpose: optional(isText),
    records: isTally,
  } satisfies Record<keyof ArchivedSubagent, Check>);
}

type Check = (value: unknown) => boolean;

function hasFields(value: unknown, checks: Readonly<Record<string, Check>>): boolean {
  const object = objectOf(value);
  return (
    object !== undefined &&
    Object.entries(checks).every(([name, check]) =>
      check(Object.hasOwn(object, name) ? object[name] : undefined),
    )
  );
}

function optional(check: Check): Check {
  return (value) => value === undefined || check(value);
}

function listIs(check: Check): Check {
  return (value) => listOf(value)?.every(check) ?? false;
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isName(value: unknown): boolean {
  return isText(value) && value !== "";
}

function isCount(value: unknown): boolean {
  return (numberOf(value) ?? -1) >= 0;
}

/** Reads which indexes the archive has; what is not understood is made anew. */
export async function readIndexes(path: string): Promise<ArchivedIndex[]> {
  const lines = (await readLines(path)).map((line): unknown => parseLine(line));
  return lines.filter(isIndex);
}

/** The text from which `readIndexes` reads them. */
export function indexesText(indexes: readonly ArchivedIndex[]): string {
  return indexes
    .toSorted((a, b) => (a.sink < b.sink ? -1 : 1))
    .map((index) => `${JSON.stringify(index)}\n`)
    .join("");
}

/** Whether a line that was parsed describes an index. */
export function isIndex(value: unknown): value is ArchivedIndex {
  const index = objectOf(value);
  return isFile(value) && typeof index?.sink === "string" && typeof index.of === "string";
}

/** Puts a file in the place of the one that belongs to the same sink. */
export function replaceIn<File extends { sink: string }>(files: File[], file: File): void {
  const index = files.findIndex(({ sink }) => sink === file.sink);
  if (index === -1) files.push(file);
  else files[index] = file;
}
