import { defined, type FilePart, type Json, type JsonObject, present } from "@chatexport/core";
import { listOf, numberOf, objectOf, stringOf, textOf } from "@chatexport/core/read";
import { nameOf, pathOf } from "../../values/uri.js";

/*
 * Context that the user, or Cursor, put beside a prompt. The same lists stand in `context` of a bubble
 * or composer, on a bubble itself (1.0 on), and on a bubble of the old chat pane.
 */

/** The files, selections and other pieces of context in some records, each once. */
export function attachedParts(...records: readonly (JsonObject | undefined)[]): FilePart[] {
  const parts: FilePart[] = [];
  const seen = new Set<string>();
  for (const record of records) {
    if (!record) continue;
    for (const field in contextReaders) {
      const list = listOf(record[field]);
      if (!list || list.length === 0) continue;
      const read = contextReaders[field];
      for (const item of list) {
        const part = read?.(objectOf(item) ?? textObject(item));
        if (!part) continue;
        const key = keyOf(part);
        if (!seen.has(key)) parts.push(part);
        seen.add(key);
      }
    }
  }
  return withoutCovered(parts);
}

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
  for (const record of records) {
    const mentions = objectOf(record?.mentions);
    if (!mentions) continue;
    for (const field of mentionFields)
      if ((listOf(mentions[field])?.length ?? 0) > 0) result[field] ??= true;
  }
  return Object.keys(result).length > 0 ? result : undefined;
}

const otherFields = [
  "selectedCommits",
  "commits",
  "selectedPullRequests",
  "pullRequests",
  "gitDiffs",
  "composers",
  "useWeb",
] as const;

const mentionFields = [
  "gitDiff",
  "gitDiffFromBranchToMain",
  "usesCodebase",
  "useWeb",
  "useLinterErrors",
] as const;

/** An item that is only text (a path, a name) as an object that the readers know. */
function textObject(item: Json): JsonObject {
  return typeof item === "string" ? { text: item, path: item } : {};
}

function keyOf({ path, url, name, range, text }: FilePart): string {
  const place = path ?? url ?? `${name}:${text}`;
  return JSON.stringify([place, range?.start, range?.end]);
}

/** Without files that are only named although their content stands beside them. */
function withoutCovered(parts: FilePart[]): FilePart[] {
  const shown = new Set<string>();
  for (const { path, text } of parts) if (path !== undefined && text !== undefined) shown.add(path);
  if (shown.size === 0) return parts;
  return parts.filter(({ path, missing }) => missing === undefined || !shown.has(path ?? ""));
}

/** Reads an item of a list of context; undefined when nothing is in it. */
type PartReader = (item: JsonObject) => FilePart | undefined;

/** A file or folder that is only named. */
const mentioned: PartReader = (item) => {
  const path =
    pathOf(item.uri) ?? textOf(item.path) ?? textOf(item.relativePath) ?? pathOf(item.text);
  const name = textOf(item.fileName) ?? textOf(item.name) ?? nameOf(path);
  if (path === undefined && name === undefined) return undefined;
  return contextFile("mention", { name, path });
};

const folder: PartReader = (item) => {
  const part = mentioned(item);
  return part && { ...part, mediaType: "inode/directory" };
};

const selected: PartReader = (item) => {
  const text = stringOf(item.rawText) ?? stringOf(item.text);
  const path = pathOf(item.uri);
  if (!text && path === undefined) return undefined;
  const range = rangeOf(item.range);
  return contextFile("selection", { name: nameOf(path), path, range, text: text || undefined });
};

/** A text without a file: of a terminal, of a notepad, of an answer that was quoted. */
function note(kind: string, from: FilePart["from"]): PartReader {
  return (item) => {
    const text = textOf(item.text) ?? textOf(item.content) ?? textOf(item.markdown);
    const name = textOf(item.name) ?? textOf(item.title) ?? textOf(item.terminalName);
    if (text === undefined && name === undefined) return undefined;
    return contextFile(from, { name: name ?? kind, text });
  };
}

const link: PartReader = (item) => {
  const url = textOf(item.url) ?? textOf(item.prUrl) ?? textOf(item.text);
  const name = textOf(item.name) ?? textOf(item.title);
  if (url === undefined && name === undefined) return undefined;
  return contextFile("mention", { name, url });
};

const rule: PartReader = (item) => {
  const path = textOf(item.filename) ?? pathOf(item.uri) ?? textOf(item.fullPath);
  const text = textOf(item.body) ?? textOf(item.content);
  const name = textOf(item.name) ?? nameOf(path) ?? textOf(item.text);
  if (name === undefined && text === undefined) return undefined;
  return contextFile("mention", { name, path, text });
};

function chunk(from: FilePart["from"]): PartReader {
  return (item) => {
    const path = textOf(item.relativeWorkspacePath) ?? pathOf(item.uri);
    const lines = listOf(item.lines)?.map(
      (line) => stringOf(line) ?? stringOf(objectOf(line)?.text),
    );
    const text =
      textOf(lines?.join("\n")) ??
      textOf(item.contents) ??
      textOf(item.text) ??
      textOf(item.content);
    if (path === undefined && text === undefined) return undefined;
    const start = numberOf(item.startLineNumber);
    const range =
      start !== undefined && start > 0
        ? defined({ start, end: lines && start + lines.length - 1 })
        : rangeOf(item.range);
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
  terminalFiles: mentioned,
  quotes: note("quote", "selection"),
  notepads: note("notepad", "mention"),
  cursorRules: rule,
  selectedDocs: link,
  externalLinks: link,
  codebaseContextChunks: chunk("tool"),
};

/** A part for an item; one without a text says that its content is not stored. */
function contextFile(
  from: FilePart["from"],
  fields: { [Name in "name" | "path" | "url" | "text" | "range"]?: FilePart[Name] | undefined },
): FilePart {
  const missing = fields.text === undefined ? "not stored" : undefined;
  return present({ type: "file", ...fields, missing, from });
}

/** Lines, counted from 1, of a selection that may have been made upwards. */
function rangeOf(value: Json | undefined): FilePart["range"] {
  const range = objectOf(value);
  if (!range) return undefined;
  const from =
    numberOf(range.selectionStartLineNumber) ??
    numberOf(range.startLineNumber) ??
    numberOf(objectOf(range.startPosition)?.line);
  const to =
    numberOf(range.positionLineNumber) ??
    numberOf(range.endLineNumber) ??
    numberOf(objectOf(range.endPosition)?.line);
  if (from === undefined || from < 1) return undefined;
  if (to === undefined || to < 1) return { start: from };
  return { start: Math.min(from, to), end: Math.max(from, to) };
}
