import { readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { realPath } from "@chatexport/core/read";
import { indexName, isTranscriptName, memoryName } from "@chatexport/source-claude/paths";
import { rawChunks, statsOf } from "../disk/look-at.js";
import { Changes, type Note, type Rewrite } from "../move/store-plan.js";
import {
  type FileEdit,
  indexEdit,
  metaEdit,
  type NewPaths,
  type Seen,
  transcriptEdit,
} from "./edit-records.js";
import { malformed, notRewritten } from "./notes.js";
import { type Content, rawLines, writeContent } from "./raw-lines.js";

/** Files that get new content, each once, by their path with links resolved. */
export type Edits = Map<string, Rewrite>;

/** The edit of a file of a session, by its name; undefined for one that stays as it is. */
function editOf(path: string): FileEdit | undefined {
  const name = basename(path);
  if (isTranscriptName(name)) return transcriptEdit;
  if (name === indexName) return indexEdit;
  const isManifest = basename(dirname(path)) === "workflows" && name.endsWith(".json");
  return name.endsWith(".meta.json") || isManifest ? metaEdit : undefined;
}

/** The content of a file after the move; lines of records come one by one. */
export function contentAfter(path: string, paths: NewPaths, isEdited: boolean): Content {
  const edit = editOf(path);
  if (edit && isEdited) return () => edit.after(path, paths, newSeen());
  return () => (edit?.kind === "lines" ? rawLines(path) : rawChunks(path));
}

/** The edited files, and the notes on them for people. */
interface EditedFiles {
  edits: Edits;
  notes: Note[];
}

/** Reads a file and adds how it is rewritten, if anything changes in it. */
export function addEdit(
  file: string,
  { kind, after }: FileEdit,
  paths: NewPaths,
  { edits, notes }: EditedFiles,
): void {
  const path = realPath(file);
  if (edits.has(path) || !statsOf(path)?.isFile()) return;
  const seen = newSeen();
  try {
    for (const _piece of after(path, paths, seen));
  } catch (cause) {
    notes.push(notRewritten(path, cause));
    return;
  }
  if (seen.broken > 0) notes.push(malformed(path, kind, seen.broken));
  const changes = seen.changes.list();
  if (changes.length === 0) return;
  const write = (target: string) => writeContent(target, () => after(path, paths, newSeen()));
  edits.set(path, { path, kind, changes, absorbs: [], beside: [], write });
}

/** Adds the edits of a file, or of all files in a folder, that belong to sessions. */
export function addEditsBelow(path: string, paths: NewPaths, files: EditedFiles): void {
  for (const file of filesBelow(path)) {
    const edit = editOf(file);
    if (edit) addEdit(file, edit, paths, files);
  }
}

/** Outputs of tools and memories are no records, whatever they are called. */
export const spoken: ReadonlySet<string> = new Set(["tool-results", memoryName]);

function filesBelow(path: string): string[] {
  try {
    return readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
      const inner = join(path, entry.name);
      if (entry.isDirectory()) return spoken.has(entry.name) ? [] : filesBelow(inner);
      return [inner];
    });
  } catch {
    // It is a file, or a folder that cannot be read, which has been noted already.
    return [path];
  }
}

function newSeen(): Seen {
  return { changes: new Changes(), broken: 0 };
}
