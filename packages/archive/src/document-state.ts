import type { SessionRef } from "@chatexport/core";
import type { ArchivedDocument, ArchivedFile, ArchivedSession } from "./archived-session.js";
import type { Staging } from "./staging.js";
import type { DocumentState } from "./task.js";

/** The verdict over a document: nothing to do, for a state, or to write it, for a reason. */
type Verdict = { state: DocumentState; reason?: string } | { state?: never; reason: string };

/** The circumstances that the verdict over a document depends on. */
interface Circumstances {
  ref: SessionRef;
  archived: ArchivedSession | undefined;
  document: ArchivedDocument | undefined;
  /** Of the file; see `Staging.sizeOf`. */
  size: number | undefined;
  /** The facts about the files beside the document. */
  beside: Beside | undefined;
  /** The fingerprint that the document would have now. */
  fingerprint: string;
  /** The path that the document would have now. */
  path: string | undefined;
}

/** Judges a document without loading its session. */
export function verdictOn(circumstances: Circumstances): Verdict {
  const { ref, archived, document, size, beside } = circumstances;
  if (!archived) return { reason: "a new session" };
  if (!document) return { reason: "not yet in this format" };
  if (isMissing(size, document.bytes)) return { reason: "the file is missing" };
  if ((size ?? 0) < 0) return { reason: "something else has its name" };
  if (archived.refused === ref.revision) return { state: "decayed" };

  const reason = reasonToWrite(document, circumstances);
  const isEdited = size !== document.bytes || beside?.editedPage !== undefined;
  if (isEdited) return { state: "edited", ...(reason && { reason }) };
  if (reason !== undefined) return { reason };
  return beside?.misses ? { reason: "a file beside it is missing" } : { state: "unchanged" };
}

function reasonToWrite(
  document: ArchivedDocument,
  { ref, fingerprint, path }: Circumstances,
): string | undefined {
  if (document.revision !== ref.revision) return "the session has changed";
  if (document.recipe !== fingerprint) return "other options or another version";
  return document.path === path ? undefined : "it has another name now";
}

/** The signs that the sizes of the files beside a document give of them. */
interface Beside {
  /** One of them is missing. */
  misses: boolean;
  /** Path of a page that a person has changed. */
  editedPage?: string;
}

/** Looks at the files beside a document without reading them. */
export async function lookBeside(
  { assets = [], pages = [] }: Pick<ArchivedDocument, "assets" | "pages">,
  { sizeOf }: Pick<Staging, "sizeOf">,
): Promise<Beside> {
  const beside: Beside = { misses: false };
  for (const { path, bytes } of assets)
    if (isMissing(await sizeOf(path), bytes)) beside.misses = true;
  for (const { path, bytes } of pages) {
    const size = await sizeOf(path);
    if (isMissing(size, bytes)) beside.misses = true;
    else if (size !== bytes) beside.editedPage = path;
  }
  return beside;
}

// A loss of power leaves empty files; a person does not empty one to keep it.
function isMissing(size: number | undefined, bytes: number): boolean {
  return size === undefined || (size === 0 && bytes > 0);
}

/** A document as far as its state depends on it. */
interface Document extends Pick<ArchivedFile, "path" | "sha256"> {
  pages?: readonly ArchivedFile[];
}

/** The effect on the archive of writing a document with its pages. */
interface Effect {
  /** "edited" says that nothing of it must be written. */
  state: DocumentState;
  /** The file that a person has changed. */
  editedPath?: string;
}

/** Finds out what writing a document does, before it is done. */
export async function effectOf(
  written: Document,
  earlier: ArchivedDocument | undefined,
  { files, force }: { files: Staging; force: boolean },
): Promise<Effect> {
  const before = hashesIn(earlier);
  const after = hashesIn(written);
  const paths = new Set([...before.keys(), ...after.keys()]);
  const there = await hashesAt(paths, files);
  if (!force)
    for (const [path, hash] of there)
      if (hash === undefined || (hash !== before.get(path) && hash !== after.get(path)))
        return { state: "edited", editedPath: path };

  const isMoved = earlier !== undefined && earlier.path !== written.path;
  if (isMoved && there.get(earlier.path) === earlier.sha256) return { state: "renamed" };
  if (!there.has(written.path)) return { state: "new" };
  const isSame = [...paths].every((path) => there.get(path) === after.get(path));
  return { state: isSame ? "unchanged" : "changed" };
}

function hashesIn(document: Document | undefined): Map<string, string> {
  const files = document ? [document, ...(document.pages ?? [])] : [];
  return new Map(files.map(({ path, sha256 }) => [path, sha256]));
}

/** The hashes of those files that are there; undefined for a folder or another thing with such a name. */
async function hashesAt(
  paths: Iterable<string>,
  files: Staging,
): Promise<Map<string, string | undefined>> {
  const there = new Map<string, string | undefined>();
  for (const path of paths) {
    // A loss of power leaves empty files; a person does not empty one to keep it.
    if (((await files.sizeOf(path)) ?? 0) === 0) continue;
    there.set(path, await files.digestOf(path));
  }
  return there;
}
