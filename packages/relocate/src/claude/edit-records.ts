import { closeSync, readFileSync } from "node:fs";
import { openFile } from "@chatexport/core/read";
import {
  indexFields,
  isSpoken,
  messageFields,
  metaFields,
  promptFields,
  sidecarFields,
  transcriptFields,
  transcriptNames,
  withPersistedPath,
} from "@chatexport/source-claude/paths";
import { editJson, fieldTest, type Rule } from "../json/edit-json.js";
import type { PathMap } from "../move/path-map.js";
import type { Changes } from "../move/store-plan.js";
import { byteOrderMark, folderSearch, lineEdit } from "./edit-lines.js";
import { rawLines } from "./raw-lines.js";

/** Where paths lead after the move. */
export interface NewPaths {
  map: PathMap;
  /** Of a file of the tool's own. */
  ofStore(path: string): string | undefined;
  /** Names of folders of the tool that change. */
  storeNames: readonly Buffer[];
}

/** What is found while a file is edited. */
export interface Seen {
  changes: Changes;
  /** Lines that are no JSON and hold a folder that moves; the whole file counts as one where it should be JSON. */
  broken: number;
}

/** The lines of a transcript after the move. */
export function transcriptLines(path: string, paths: NewPaths, seen: Seen): Iterable<Buffer> {
  return editedLines(path, "cwd", transcriptKinds(paths), paths, seen);
}

/** The rows of the history of prompts after the move. */
export function promptRows(path: string, paths: NewPaths, seen: Seen): Iterable<Buffer> {
  const kinds = [{ fields: promptFields, replace: paths.map.path }];
  return editedLines(path, "project", kinds, paths, seen);
}

/** The sidecar of a sub-agent, or the manifest of a workflow. */
export function metaFile(path: string, paths: NewPaths, seen: Seen): Iterable<Buffer> {
  return editedJson(path, [{ fields: metaFields, replace: paths.map.path }], paths, seen);
}

/** The index of a project's sessions. */
export function indexFile(path: string, paths: NewPaths, seen: Seen): Iterable<Buffer> {
  return editedJson(path, [{ fields: indexFields, replace: paths.ofStore }], paths, seen);
}

/** What the desktop app notes about a session. */
export function sidecarFile(path: string, paths: NewPaths, seen: Seen): Iterable<Buffer> {
  return editedJson(path, [{ fields: sidecarFields, replace: paths.map.path }], paths, seen);
}

function transcriptKinds({ ofStore }: NewPaths): FieldKind[] {
  return [
    { fields: transcriptFields, except: isSpoken, replace: ofStore },
    { fields: transcriptNames, areNames: true, replace: ofStore },
    {
      fields: messageFields,
      replace: (text) => withPersistedPath(text, ofStore),
      shown: persistedPathIn,
    },
  ];
}

function persistedPathIn(text: string): string {
  let path = "";
  withPersistedPath(text, (found) => {
    path = found;
    return undefined;
  });
  return path;
}

function* editedLines(
  path: string,
  common: string,
  kinds: readonly FieldKind[],
  { map, storeNames }: NewPaths,
  seen: Seen,
): Generator<Buffer> {
  const holdsFolder = folderSearch(map);
  const rule = fieldRule(kinds, seen.changes);
  const edit = lineEdit({
    common,
    replace: (text) => kinds.find(({ fields }) => fields.includes(common))?.replace(text),
    changed: (from, to) => seen.changes.add(common, from, to),
    sign: signOf(kinds, common),
    edit: (line) => seen.changes.attempt(() => editJson(line, rule)),
    mayHold: (line) => map.mayHold(line) || storeNames.some((name) => line.includes(name)),
    broken(line) {
      if (holdsFolder(line)) seen.broken++;
    },
  });
  for (const line of rawLines(path)) yield edit(line);
}

/** In each line that has one of the fields stands its name, or that of what it lies in. */
function signOf(kinds: readonly FieldKind[], common: string): RegExp {
  const names = new Set(
    kinds.flatMap(({ fields, shown }) => (shown ? [] : fields.map(distinctName))),
  );
  names.delete(common);
  const wrapper = kinds.some(({ shown }) => shown) ? "|<persisted-output>" : "";
  return names.size === 0 ? /(?!)/ : new RegExp(`"(?:${[...names].join("|")})"${wrapper}`);
}

function distinctName(field: string): string {
  const names = field.split(".");
  return (names.includes("**") ? names[0] : names.findLast((each) => each !== "*")) ?? "";
}

function* editedJson(
  path: string,
  kinds: readonly FieldKind[],
  { map }: NewPaths,
  seen: Seen,
): Generator<Buffer> {
  yield jsonAfter(path, map, seen, (json) => editJson(json, fieldRule(kinds, seen.changes)));
}

/** A JSON file after an edit, which gets the bytes behind a byte order mark. A file that is not JSON stays. */
export function jsonAfter(
  path: string,
  map: PathMap,
  seen: Seen,
  edit: (json: Buffer) => Buffer | undefined,
): Buffer {
  const bytes = readBytes(path);
  const start = bytes.subarray(0, 3).equals(byteOrderMark) ? 3 : 0;
  try {
    const edited = seen.changes.attempt(() => edit(bytes.subarray(start)));
    return edited ? Buffer.concat([bytes.subarray(0, start), edited]) : bytes;
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    if (folderSearch(map)(bytes)) seen.broken++;
    return bytes;
  }
}

/** A small file as a whole; throws for one that cannot be read. */
export function readBytes(path: string): Buffer {
  const file = openFile(path);
  try {
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

/** Fields of one kind, and what becomes of the strings in them. */
interface FieldKind {
  /** Patterns as `fieldTest` has them. */
  fields: readonly string[];
  /** The names that are meant, not the values. */
  areNames?: boolean;
  /** Fields that are left alone although a pattern has them. */
  except?(path: readonly (string | number)[]): boolean;
  replace(text: string): string | undefined;
  /** Of a text that holds a path the path, for those who review the change. */
  shown?(text: string): string;
}

/** A rule that replaces strings in fields of some kinds, and notes what changes. */
export function fieldRule(kinds: readonly FieldKind[], changes: Changes): Rule {
  const tests = kinds.flatMap((kind) =>
    kind.fields.map((field) => ({
      ...kind,
      label: field.replace("**.", ""),
      matches: fieldTest([field]),
    })),
  );
  return (path, isName) => {
    const found = tests.find(
      ({ areNames = false, matches, except }) =>
        areNames === isName && matches(path) && !except?.(path),
    );
    return (
      found &&
      ((text) => {
        const replaced = found.replace(text);
        const { shown = (value) => value } = found;
        if (replaced !== undefined && replaced !== text)
          changes.add(found.label, shown(text), shown(replaced));
        return replaced;
      })
    );
  };
}
