import { type FilePart, type Json, type JsonObject, present } from "@chatexport/core";
import { listOf, nameInPath, objectOf, stringOf, textOf, wordsOf } from "@chatexport/core/read";
import { addNative, type Fields } from "@chatexport/core/source";
import { eachOf, filled } from "../../values/json-text.js";
import { pathOf } from "../../values/uri.js";
import { fieldsOf, leftOf, pathFrom } from "../fields.js";

/*
 * Context that the user, or Cursor, put beside a prompt. The same lists are in `context` of a
 * bubble or composer, on a bubble itself (1.0 on), and on a bubble of the old chat pane.
 */

/** The files, selections and other pieces of context in some records, each once. */
export function attachedParts(...records: readonly (Fields | undefined)[]): FilePart[] {
  const parts = new Map<string, FilePart>();
  for (const record of records)
    for (const [field, read] of record ? readers : [])
      for (const part of partsIn(record, field, read)) {
        const found = parts.get(keyOf(part));
        if (found) addNative(found, part.native);
        else parts.set(keyOf(part), part);
      }
  return withoutCovered([...parts.values()]);
}

/** The parts for the items of a list, which is left over where an item is not one. */
function partsIn(record: Fields | undefined, field: string, read: PartReader): FilePart[] {
  let parts: (FilePart | undefined)[] | undefined;
  record?.fitting(field, (list) => {
    parts = listOf(list)?.map((item) => partOf(item, read));
    return parts?.every((part) => part !== undefined) === true;
  });
  return parts?.filter((part) => part !== undefined) ?? [];
}

function partOf(item: Json, read: PartReader): FilePart | undefined {
  const object = objectOf(item);
  const isUri = object && !object.uri && (object.fsPath ?? object.scheme) !== undefined;
  // An item that is only text is a path or a name.
  const fields = fieldsOf(isUri ? { uri: object } : (object ?? { text: item, path: item }));
  const part = read(fields);
  if (!part) return undefined;
  const shown = [part.path, part.name, part.url, part.text].filter((text) => text !== undefined);
  for (const name of fields.names)
    fields.fitting(name, (value) =>
      shown.some((text) => typeof value === "string" && isEndOf(value, text)),
    );
  addNative(part, leftOf(fields));
  return part;
}

function isEndOf(value: string, text: string): boolean {
  return text === value || ["/", "\\"].some((mark) => text.endsWith(mark + value));
}

/** The lists of context that are not files, under Cursor's names; only those that hold something. */
export function otherContext(...records: readonly (Fields | undefined)[]): JsonObject | undefined {
  const result: JsonObject = {};
  for (const record of records)
    for (const field of otherFields) {
      const value = record?.fitting(field, (value) => value === true || isFilledList(value));
      if (value !== undefined) addNative({ native: result }, { [field]: value });
    }
  for (const record of records)
    for (const field of mentionFields)
      if (isFilledList(record?.object("mentions")?.json(field))) result[field] ??= true;
  return filled(result);
}

function isFilledList(value: Json | undefined): boolean {
  return (listOf(value)?.length ?? 0) > 0;
}

const otherFields = wordsOf(
  "selectedCommits commits selectedPullRequests pullRequests gitDiffs composers useWeb",
);

const mentionFields = wordsOf(
  "gitDiff gitDiffFromBranchToMain usesCodebase useWeb useLinterErrors",
);

/** The names of such lists and switches. */
export const contextNames: readonly string[] = [...otherFields, ...mentionFields];

function keyOf({ path, url, name, range, text }: FilePart): string {
  const place = path ?? url ?? `${name}:${text}`;
  return JSON.stringify([place, range?.start, range?.end]);
}

/** Without files that are only named although their content is beside them. */
function withoutCovered(parts: FilePart[]): FilePart[] {
  const shown = new Map(
    parts.flatMap((part) => (part.text === undefined || !part.path ? [] : [[part.path, part]])),
  );
  return parts.filter(({ path = "", missing, native }) => {
    const covering = missing === undefined ? undefined : shown.get(path);
    if (covering) addNative(covering, native);
    return !covering;
  });
}

/** Reads an item of a list of context; undefined when nothing is in it. */
type PartReader = (item: Fields) => FilePart | undefined;

/** A file or folder that is only named. */
const mentioned: PartReader = (item) => {
  const path =
    pathFrom(item, "uri") ?? item.text("path", "relativePath") ?? item.made(pathOf, "text");
  return contextFile("mention", { name: item.text("fileName", "name") ?? nameInPath(path), path });
};

const folder: PartReader = (item) => {
  const part = mentioned(item);
  return part && { ...part, mediaType: "inode/directory" };
};

/** A file with what a terminal showed (2026), or a terminal of a window, which is none (2025). */
const terminal: PartReader = (item) => {
  if (!item.object("uri")?.word(["vscode-terminal"], "scheme")) return mentioned(item);
  // Its address is of no use when the window is closed.
  pathFrom(item, "uri");
  return contextFile("mention", { name: `terminal ${item.text("text") ?? ""}`.trimEnd() });
};

const selected: PartReader = (item) => {
  const text = item.string("rawText", "text");
  // In the other one the code stands in a fence.
  item.fitting("text", (value) => stringOf(value)?.includes(text ?? "") === true);
  const path = pathFrom(item, "uri");
  const range = rangeFrom(item);
  return contextFile("selection", { name: nameInPath(path), path, range, text: text || undefined });
};

/** A text without a file: of a terminal, of a notepad, of an answer that was quoted. */
function note(kind: string, from: FilePart["from"]): PartReader {
  return (item) => {
    const text = item.text("text", "content", "markdown");
    const name = item.text("name", "title", "terminalName");
    return contextFile(from, { name: name ?? (text && kind), text });
  };
}

const link: PartReader = (item) =>
  contextFile("mention", {
    name: item.text("name", "title"),
    url: item.text("url", "prUrl", "text"),
  });

const rule: PartReader = (item) => {
  const path = item.text("filename") ?? pathFrom(item, "uri") ?? item.text("fullPath");
  const text = item.text("body", "content");
  const name = item.text("name") ?? nameInPath(path) ?? item.text("text");
  return contextFile("mention", { name, path, text });
};

function chunk(from: FilePart["from"]): PartReader {
  return (item) => {
    const path = item.text("relativeWorkspacePath") ?? pathFrom(item, "uri");
    const lines = item.made(linesOf, "lines");
    const text = textOf(lines?.join("\n")) ?? item.text("contents", "text", "content");
    const start = item.number("startLineNumber") ?? 0;
    const end = lines && start + lines.length - 1;
    const range = start > 0 ? present<Range>({ start, end }) : rangeFrom(item);
    return contextFile(from, { name: nameInPath(path), path, range, text });
  };
}

function linesOf(list: Json): string[] | undefined {
  return eachOf(list, (line) => stringOf(line) ?? stringOf(objectOf(line)?.text));
}

/** The reader for the items of each list of context, by Cursor's name; lists with texts come first. */
const contextReaders: Readonly<Record<string, PartReader>> = {
  selections: selected,
  attachedCodeChunks: chunk("mention"),
  fileSelections: mentioned,
  attachedFileCodeChunksUris: mentioned,
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

const readers = Object.entries(contextReaders);

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
function rangeFrom(item: Fields): Range | undefined {
  const range = item.object("range");
  const [begin, until] = [range?.object("startPosition"), range?.object("endPosition")];
  const from =
    range?.number("selectionStartLineNumber", "startLineNumber") ?? begin?.number("line");
  const to = range?.number("positionLineNumber", "endLineNumber") ?? until?.number("line");
  // Lines are enough.
  for (const name of columns) range?.number(name);
  for (const position of [begin, until]) position?.number("column");
  if (from === undefined || from < 1) return undefined;
  if (to === undefined || to < 1) return { start: from };
  return { start: Math.min(from, to), end: Math.max(from, to) };
}

const columns = wordsOf("selectionStartColumn positionColumn");
