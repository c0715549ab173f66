import { readBytes } from "@chatexport/core/read";
import {
  indexFields,
  isRequestLog,
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
import type { Changes, Rewrite } from "../move/store-plan.js";
import { byteOrderMark, folderSearch, lineEdit } from "./edit-lines.js";
import { rawLines } from "./raw-lines.js";

/** The paths after the move. */
export interface NewPaths {
  map: PathMap;
  /** Of a file of the tool's own. */
  ofStore(path: string): string | undefined;
  /** Names of folders of the tool that change. */
  storeNames: readonly Buffer[];
}

/** The findings made while a file is edited. */
export interface Seen {
  changes: Changes;
  /** Lines that are no JSON and hold a folder that moves; the whole file counts as one where it should be JSON. */
  broken: number;
}

/** The edit of files of one kind. */
export interface FileEdit {
  kind: Rewrite["kind"];
  /** The bytes that a file holds after the move; lines of records come one by one. */
  after(path: string, paths: NewPaths, seen: Seen): Iterable<Buffer>;
}

/** A transcript. */
export const transcriptEdit = linesEdit(
  "cwd",
  ({ ofStore }) => [
    { fields: transcriptFields, except: isSpoken, replace: ofStore },
    { fields: transcriptNames, areNames: true, replace: ofStore },
    {
      fields: messageFields,
      replace: (text) => withPersistedPath(text, ofStore),
      shown: persistedPathIn,
    },
  ],
  isRequestLog,
);

/** The history of prompts. */
export const promptsEdit = linesEdit("project", ({ map }) => [
  { fields: promptFields, replace: map.path },
]);

/** The sidecar of a sub-agent, or the manifest of a workflow. */
export const metaEdit = fieldsEdit(metaFields, ({ map }) => map.path);

/** The index of a project's sessions. */
export const indexEdit = fieldsEdit(indexFields, ({ ofStore }) => ofStore);

/** The edit of the desktop app's notes about a session. */
export const sidecarEdit = fieldsEdit(sidecarFields, ({ map }) => map.path);

function persistedPathIn(text: string): string {
  let path = "";
  withPersistedPath(text, (found) => {
    path = found;
    return undefined;
  });
  return path;
}

/** Edits fields of lines. `isLeftAlone` says which lines stay as they are, whatever fields they have. */
export function linesEdit(
  common: string,
  kindsFor: (paths: NewPaths) => FieldKind[],
  isLeftAlone: (line: Buffer) => boolean = () => false,
): FileEdit {
  return {
    kind: "lines",
    *after(path, paths, seen) {
      const { map, storeNames } = paths;
      const kinds = kindsFor(paths);
      const holdsFolder = folderSearch(map);
      const rule = fieldRule(kinds, seen.changes);
      const edit = lineEdit({
        common,
        replace: (text) => kinds.find(({ fields }) => fields.includes(common))?.replace(text),
        changed: (from, to) => seen.changes.add(common, from, to),
        sign: signOf(kinds, common),
        edit: (line) =>
          isLeftAlone(line) ? undefined : seen.changes.attempt(() => editJson(line, rule)),
        mayHold: (line) => map.mayHold(line) || storeNames.some((name) => line.includes(name)),
        broken(line) {
          if (holdsFolder(line)) seen.broken++;
        },
      });
      for (const line of rawLines(path)) yield edit(line);
    },
  };
}

/** Each line that has one of the fields has its name, or that of the object around it. */
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

/** Edits fields of a JSON file. */
export function fieldsEdit(
  fields: readonly string[],
  replaceFor: (paths: NewPaths) => FieldKind["replace"],
): FileEdit {
  return jsonEdit((json, paths, { changes }) =>
    editJson(json, fieldRule([{ fields, replace: replaceFor(paths) }], changes)),
  );
}

/** Edits a JSON file, of which `edit` gets the bytes behind a byte order mark. A file that is not JSON stays. */
export function jsonEdit(
  edit: (json: Buffer, paths: NewPaths, seen: Seen) => Buffer | undefined,
): FileEdit {
  return {
    kind: "json",
    *after(path, paths, seen) {
      const bytes = readBytes(path);
      const start = bytes.subarray(0, 3).equals(byteOrderMark) ? 3 : 0;
      let edited: Buffer | undefined;
      try {
        edited = seen.changes.attempt(() => edit(bytes.subarray(start), paths, seen));
      } catch (cause) {
        if (!(cause instanceof SyntaxError)) throw cause;
        if (folderSearch(paths.map)(bytes)) seen.broken++;
      }
      yield edited ? Buffer.concat([bytes.subarray(0, start), edited]) : bytes;
    },
  };
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
    kind.fields.map((field) => ({ ...kind, field, matches: fieldTest(field) })),
  );
  return (path, isName) => {
    const found = tests.find(
      ({ areNames = false, matches, except }) =>
        areNames === isName && matches(path) && !except?.(path),
    );
    if (!found) return undefined;
    const { field, replace, shown = (value: string) => value } = found;
    return (text) => {
      const replaced = replace(text);
      if (replaced !== undefined && replaced !== text)
        changes.add(field.replace("**.", ""), shown(text), shown(replaced));
      return replaced;
    };
  };
}
