import { type FilePart, type Json, type JsonObject, present } from "@chatexport/core";
import {
  listOf,
  nameSet,
  numberOf,
  objectOf,
  stringOf,
  textOf,
  wordsOf,
} from "@chatexport/core/read";
import { filled, firstText } from "../../values/json-text.js";
import { nameOf, pathOf } from "../../values/uri.js";
import { unread } from "../known-fields.js";

/*
 * Context that the user, or Cursor, put beside a prompt. The same lists stand in `context` of a bubble
 * or composer, on a bubble itself (1.0 on), and on a bubble of the old chat pane.
 */

/** The files, selections and other pieces of context in some records, each once. */
export function attachedParts(...records: readonly (JsonObject | undefined)[]): FilePart[] {
  const parts = new Map<string, FilePart>();
  for (const record of records)
    for (const [field, read] of Object.entries(contextReaders))
      for (const item of listOf(record?.[field]) ?? []) {
        // An item that is only text is a path or a name.
        const fields = objectOf(item);
        const part = read(fields ?? { text: item, path: item });
        const native = fields && unread(fields, { read: itemFields });
        if (part && !parts.has(keyOf(part)))
          parts.set(keyOf(part), native ? { ...part, native } : part);
      }
  return withoutCovered([...parts.values()]);
}

const itemFields = nameSet(
  "uri path relativePath relativeWorkspacePath fileName filename fullPath name title terminalName",
  "text rawText content contents body markdown lines range startLineNumber url prUrl",
  // Of a URI that is an item itself.
  "fsPath external scheme $mid",
);

/** The lists of context that are not files, under Cursor's names; only those that hold something. */
export function otherContext(
  ...records: readonly (JsonObject | undefined)[]
): JsonObject | undefined {
  const result: JsonObject = {};
  for (const record of records)
    for (const field of otherFields) {
      const value = record?.[field];
      if (value === true || (listOf(value)?.length ?? 0) > 0) result[field] ??= value as Json;
    }
  for (const record of records)
    for (const field of mentionFields)
      if (listOf(objectOf(record?.mentions)?.[field])?.length) result[field] ??= true;
  return filled(result);
}

/** The other lists and switches of context. */
export const otherFields =
  wordsOf(`selectedCommits commits selectedPullRequests pullRequests gitDiffs
  composers useWeb`);

const mentionFields = wordsOf(
  "gitDiff gitDiffFromBranchToMain usesCodebase useWeb useLinterErrors",
);

function keyOf({ path, url, name, range, text }: FilePart): string {
  const place = path ?? url ?? `${name}:${text}`;
  return JSON.stringify([place, range?.start, range?.end]);
}

/** Without files that are only named although their content stands beside them. */
function withoutCovered(parts: FilePart[]): FilePart[] {
  const shown = new Set(parts.flatMap(({ path, text }) => (text === undefined ? [] : path)));
  return parts.filter(({ path, missing }) => path === undefined || !missing || !shown.has(path));
}

/** Reads an item of a list of context; undefined when nothing is in it. */
type PartReader = (item: JsonObject) => FilePart | undefined;

/** A file or folder that is only named. */
const mentioned: PartReader = (item) => {
  const path = pathOf(item.uri) ?? firstText(item, "path", "relativePath") ?? pathOf(item.text);
  return contextFile("mention", {
    name: firstText(item, "fileName", "name") ?? nameOf(path),
    path,
  });
};

const folder: PartReader = (item) => {
  const part = mentioned(item);
  return part && { ...part, mediaType: "inode/directory" };
};

/** A file with what a terminal showed (2026), or a terminal of a window, which is none (2025). */
const terminal: PartReader = (item) =>
  objectOf(item.uri)?.scheme === "vscode-terminal"
    ? contextFile("mention", { name: `terminal ${textOf(item.text) ?? ""}`.trimEnd() })
    : mentioned(item);

const selected: PartReader = (item) => {
  const text = stringOf(item.rawText) ?? stringOf(item.text);
  const path = pathOf(item.uri);
  const name = nameOf(path);
  return contextFile("selection", {
    name,
    path,
    range: rangeOf(item.range),
    text: text || undefined,
  });
};

/** A text without a file: of a terminal, of a notepad, of an answer that was quoted. */
function note(kind: string, from: FilePart["from"]): PartReader {
  return (item) => {
    const text = firstText(item, "text", "content", "markdown");
    const name = firstText(item, "name", "title", "terminalName");
    return contextFile(from, { name: name ?? (text && kind), text });
  };
}

const link: PartReader = (item) =>
  contextFile("mention", {
    name: firstText(item, "name", "title"),
    url: firstText(item, "url", "prUrl", "text"),
  });

const rule: PartReader = (item) => {
  const path = textOf(item.filename) ?? pathOf(item.uri) ?? textOf(item.fullPath);
  const text = firstText(item, "body", "content");
  const name = textOf(item.name) ?? nameOf(path) ?? textOf(item.text);
  return contextFile("mention", { name, path, text });
};

function chunk(from: FilePart["from"]): PartReader {
  return (item) => {
    const path = textOf(item.relativeWorkspacePath) ?? pathOf(item.uri);
    const lines = listOf(item.lines)?.map(
      (line) => stringOf(line) ?? stringOf(objectOf(line)?.text),
    );
    const text = textOf(lines?.join("\n")) ?? firstText(item, "contents", "text", "content");
    const start = numberOf(item.startLineNumber) ?? 0;
    const end = lines && start + lines.length - 1;
    const range = start > 0 ? present<Range>({ start, end }) : rangeOf(item.range);
    return contextFile(from, { name: nameOf(path), path, range, text });
  };
}

/** The reader for the items of each list of context, by Cursor's name; lists with texts come first. */
const contextReaders: Readonly<Record<string, PartReader>> = {
  selections: selected,
  attachedCodeChunks: chunk("mention"),
  fileSelections: mentioned,
  attachedFileCodeChunksUris: (item) => mentioned({ ...item, uri: item.uri ?? item }),
  folderSelections: folder,
  attachedFolders: folder,
  attachedFoldersNew: folder,
  terminalSelections: note("terminal", "selection"),
  terminalFiles: terminal,
  quotes: note("quote", "selection"),
  notepads: note("notepad", "mention"),
  cursorRules: rule,
  selectedDocs: link,
  externalLinks: link,
  codebaseContextChunks: chunk("tool"),
};

/** A part for an item; undefined for an item that names and holds nothing. */
function contextFile(
  from: FilePart["from"],
  fields: { [Name in "name" | "path" | "url" | "text" | "range"]?: FilePart[Name] | undefined },
): FilePart | undefined {
  const { name, path, url, text } = fields;
  if ((name ?? path ?? url ?? text) === undefined) return undefined;
  const missing = text === undefined ? "not stored" : undefined;
  return present({ type: "file", ...fields, missing, from });
}

type Range = NonNullable<FilePart["range"]>;

/** Lines, counted from 1, of a selection that may have been made upwards. */
function rangeOf(value: Json | undefined): Range | undefined {
  const range = objectOf(value);
  const from =
    numberOf(range?.selectionStartLineNumber) ??
    numberOf(range?.startLineNumber) ??
    numberOf(objectOf(range?.startPosition)?.line);
  const to =
    numberOf(range?.positionLineNumber) ??
    numberOf(range?.endLineNumber) ??
    numberOf(objectOf(range?.endPosition)?.line);
  if (from === undefined || from < 1) return undefined;
  if (to === undefined || to < 1) return { start: from };
  return { start: Math.min(from, to), end: Math.max(from, to) };
}
