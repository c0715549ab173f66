import { defined, type FilePart, type Json, type JsonObject } from "@chatexport/core";
import { listOf, numberOf, objectOf, stringOf, textOf } from "@chatexport/core/read";
import { nameOf, pathOf } from "./uri-path.js";

/** Reads an item of a list of context; undefined when nothing is in it. */
export type PartReader = (item: JsonObject) => FilePart | undefined;

/** A file or folder that is only named. */
const mentioned: PartReader = (item) => {
  const path =
    pathOf(item.uri) ?? textOf(item.path) ?? textOf(item.relativePath) ?? pathOf(item.text);
  const name = textOf(item.fileName) ?? textOf(item.name) ?? nameOf(path);
  if (path === undefined && name === undefined) return undefined;
  return defined({
    type: "file" as const,
    name,
    path,
    missing: "not stored",
    from: "mention" as const,
  });
};

const folder: PartReader = (item) => {
  const part = mentioned(item);
  return part && { ...part, mediaType: "inode/directory" };
};

const selected: PartReader = (item) => {
  const text = stringOf(item.rawText) ?? stringOf(item.text);
  const path = pathOf(item.uri);
  if (!text && path === undefined) return undefined;
  return defined({
    type: "file" as const,
    name: nameOf(path),
    path,
    range: rangeOf(item.range),
    text: text || undefined,
    missing: text ? undefined : "not stored",
    from: "selection" as const,
  });
};

/** A text without a file: of a terminal, of a notepad, of an answer that was quoted. */
function note(kind: string, from: FilePart["from"]): PartReader {
  return (item) => {
    const text = textOf(item.text) ?? textOf(item.content) ?? textOf(item.markdown);
    const name = textOf(item.name) ?? textOf(item.title) ?? textOf(item.terminalName);
    if (text === undefined && name === undefined) return undefined;
    return defined({
      type: "file" as const,
      name: name ?? kind,
      text,
      missing: text === undefined ? "not stored" : undefined,
      from,
    });
  };
}

const link: PartReader = (item) => {
  const url = textOf(item.url) ?? textOf(item.prUrl) ?? textOf(item.text);
  const name = textOf(item.name) ?? textOf(item.title);
  if (url === undefined && name === undefined) return undefined;
  return defined({
    type: "file" as const,
    name,
    url,
    missing: "not stored",
    from: "mention" as const,
  });
};

const rule: PartReader = (item) => {
  const path = textOf(item.filename) ?? pathOf(item.uri) ?? textOf(item.fullPath);
  const text = textOf(item.body) ?? textOf(item.content);
  const name = textOf(item.name) ?? nameOf(path) ?? textOf(item.text);
  if (name === undefined && text === undefined) return undefined;
  return defined({
    type: "file" as const,
    name,
    path,
    text,
    missing: text === undefined ? "not stored" : undefined,
    from: "mention" as const,
  });
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
    return defined({
      type: "file" as const,
      name: nameOf(path),
      path,
      range:
        start !== undefined && start > 0
          ? defined({ start, end: lines && start + lines.length - 1 })
          : rangeOf(item.range),
      text,
      missing: text === undefined ? "not stored" : undefined,
      from,
    });
  };
}

/** By Cursor's name of a list of context what its items are; those that carry text come first. */
export const contextReaders: Readonly<Record<string, PartReader>> = {
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
