import { type Json, type JsonObject, nonEmpty } from "@chatexport/core";
import { listOf, numberOf, objectOf, objectsOf, stringOf, textOf } from "@chatexport/core/read";
import { eachOf, firstText, without } from "../../values/json-text.js";
import { pathIn } from "../../values/uri.js";
import { errorText } from "./returned.js";

/** A text made from fields of a result, and the fields that it does not show. */
type ReadableForm = (fields: JsonObject) => { text: string; rest: JsonObject } | undefined;

const streams: ReadableForm = (fields) => {
  const names = ["stdout", "stderr", "interleavedOutput"];
  if (!names.some((name) => stringOf(fields[name]) !== undefined)) return undefined;
  const both = ["stdout", "stderr"].flatMap((name) => textOf(fields[name]) ?? []);
  const text = firstText(fields, "interleavedOutput") ?? both.join("\n");
  return { text, rest: without(fields, ...names) };
};

const forModel: ReadableForm = (fields) => {
  const text = firstText(fields, "resultForModel");
  return text === undefined ? undefined : { text, rest: without(fields, "resultForModel") };
};

const error: ReadableForm = (fields) => {
  const text = errorText(fields.error) ?? (fields.isError ? errorText(fields) : undefined);
  if (text === undefined) return undefined;
  return { text, rest: stringOf(fields.error) === undefined ? fields : without(fields, "error") };
};

/**
 * The results of `grep` by workspace, as lines: `{ "<root>": { content: { matches: [{ file,
 * matches: [{ lineNumber, content, isContextLine }] }] } | files: { files } | count: { counts } }
 * }`.
 */
const workspaceMatches: ReadableForm = (fields) => {
  const roots = objectOf(fields.workspaceResults);
  if (!roots) return undefined;
  const lines = Object.values(roots).flatMap((root) => rootLines(objectOf(root) ?? {}));
  const totals = Object.entries(roots).map(([root, found]) => [root, totalsOf(found)] as const);
  const rest = without(fields, "workspaceResults", "pattern", "path", "outputMode");
  return {
    text: lines.join("\n"),
    rest: { ...rest, workspaceResults: Object.fromEntries(totals) },
  };
};

/**
 * The results of the search of 2025: `{ internal: { results: [{ resource, results: [{ … }] }] } }`.
 */
const internalMatches: ReadableForm = (fields) => {
  const internal = objectOf(fields.internal);
  const files = listOf(internal?.results);
  if (!internal || !files) return undefined;
  const lines = files.flatMap((item) => {
    const file = objectOf(item) ?? {};
    const path = pathIn(file, ["resource", "uri", "path", "file"]) ?? "";
    // In some versions each match is an item of its own.
    const matches = listOf(file.results) ?? listOf(file.matches) ?? [item];
    const found = matches.flatMap((match) => matchLine(path, withPreview(objectOf(match) ?? {})));
    return found.length > 0 || path === "" ? found : [path];
  });
  if (lines.length === 0 && files.length > 0) return undefined;
  const rest = without(internal, "results");
  return { text: lines.join("\n"), rest: { ...fields, internal: rest } };
};

function rootLines(root: JsonObject): string[] {
  const matches = listOf(objectOf(root.content)?.matches) ?? [];
  const files = listOf(objectOf(root.files)?.files) ?? [];
  const counts = listOf(objectOf(root.count)?.counts) ?? [];
  return [...matches.flatMap(fileLines), ...files.flatMap(fileName), ...counts.flatMap(countLine)];
}

function fileLines(file: Json): string[] {
  const [path = ""] = fileName(file);
  return objectsOf(objectOf(file)?.matches).flatMap((match) => matchLine(path, match));
}

function matchLine(path: string, match: JsonObject): string[] {
  const content = stringOf(match.content) ?? stringOf(match.text);
  if (content === undefined) return [];
  const mark = match.isContextLine === true ? "-" : ":";
  const line = numberOf(match.lineNumber) ?? numberOf(match.line);
  const place = line === undefined ? path : `${path}${mark}${line}`;
  return [`${place}${mark} ${content.replace(/\r?\n$/, "")}`];
}

function fileName(file: Json): string[] {
  if (typeof file === "string") return [file];
  const path = pathIn(objectOf(file) ?? {}, ["file", "path", "uri", "relativePath"]);
  return path === undefined ? [] : [path];
}

function countLine(count: Json): string[] {
  const path = fileName(count)[0];
  return path === undefined ? [] : [`${path}: ${numberOf(objectOf(count)?.count) ?? ""}`];
}

/** Numbers without the lists that the text shows. */
function totalsOf(found: Json): JsonObject {
  const modes = Object.entries(objectOf(found) ?? {}).map(([mode, value]) => {
    const fields = objectOf(value);
    return [mode, fields ? without(fields, "matches", "files", "counts") : value] as const;
  });
  return Object.fromEntries(modes);
}

/** The search of VS Code has the text in a preview and counts lines from 0. */
function withPreview(found: JsonObject): JsonObject {
  const match = objectOf(found.match) ?? found;
  const text = firstText(match, "previewText") ?? firstText(objectOf(match.preview) ?? {}, "text");
  const ranges = match.rangeLocations ?? match.ranges;
  const first = objectOf(listOf(ranges)?.[0] ?? ranges);
  const line = numberOf(objectOf(first?.source)?.startLineNumber ?? first?.startLineNumber);
  const place: JsonObject = line === undefined ? {} : { lineNumber: line + 1 };
  return text === undefined ? match : { content: text, ...place };
}

/** A list in a field, an item of it after the other; undefined where an item says nothing. */
function listForm(
  field: string,
  separator: string,
  read: (item: Json) => string[] | undefined,
): ReadableForm {
  return (fields) => {
    const texts = eachOf(fields[field], read);
    return texts && { text: texts.flat().join(separator), rest: without(fields, field) };
  };
}

/** A list of files: names, `{ name, isDirectory }`, `{ uri }` or `{ relativePath }`. */
const fileList = listForm("files", "\n", (file) => nonEmpty(nameOf(file)));

/** Files by folder, as `glob_file_search` has them: `[{ absPath, files: [{ relPath }] }]`. */
const directoryList = listForm("directories", "\n", (item) => {
  const directory = objectOf(item) ?? {};
  const path = textOf(directory.absPath)?.replace(/\/$/, "");
  return (listOf(directory.files) ?? [])
    .flatMap(nameOf)
    .map((name) => (path === undefined || name.startsWith("/") ? name : `${path}/${name}`));
});

const deepest = 30;

/** A folder with its folders (`list_dir_v2`), indented: `{ absPath, childrenDirs, childrenFiles }`. */
const directoryTree: ReadableForm = (fields) => {
  const root = objectOf(fields.directoryTreeRoot);
  if (!root) return undefined;
  const lines = [...treeLines(root, 0)];
  return { text: lines.join("\n"), rest: without(fields, "directoryTreeRoot") };
};

function* treeLines(directory: JsonObject, depth: number): Generator<string> {
  const path = firstText(directory, "absPath", "name") ?? "";
  const name = depth === 0 ? path : path.slice(path.lastIndexOf("/", path.length - 2) + 1);
  const indent = "  ".repeat(depth);
  yield `${indent}${name.replace(/\/$/, "")}/`;
  if (depth === deepest) return;
  for (const child of objectsOf(directory.childrenDirs)) yield* treeLines(child, depth + 1);
  for (const file of listOf(directory.childrenFiles) ?? [])
    for (const name of nameOf(file)) yield `${indent}  ${name}`;
}

function nameOf(file: Json): string[] {
  if (typeof file === "string") return [file];
  const fields = objectOf(file) ?? {};
  const name = pathIn(fields, ["uri", "relativePath", "relPath", "name", "path"]);
  if (name === undefined) return [];
  return [fields.isDirectory === true && !name.endsWith("/") ? `${name}/` : name];
}

/** The results of a search of the web: `{ references: [{ title, url, chunk }] }`. */
const references = listForm("references", "\n\n", (item) => {
  const reference = objectOf(item) ?? {};
  const facts = ["title", "url", "chunk"].map((name) => firstText(reference, name));
  return [facts.filter((fact) => fact !== undefined).join("\n")];
});

/**
 * The results of a search by meaning: `{ codeResults: [{ codeBlock: { relativeWorkspacePath, … } }]
 * }`.
 */
const codeResults = listForm("codeResults", "\n\n", (item) => {
  const result = objectOf(item) ?? {};
  const block = objectOf(result.codeBlock) ?? result;
  const path = pathIn(block, ["relativeWorkspacePath", "path", "uri"]) ?? "";
  const code = firstText(block, "contents", "content", "text") ?? "";
  const range = objectOf(block.range);
  const [start, end] = [
    range?.startPosition ?? range?.start,
    range?.endPositionInclusive ?? range?.endPosition ?? range?.end,
  ].map((position) => numberOf(objectOf(position)?.line));
  const to = end === undefined ? "" : `-${end}`;
  return [`${path}${start === undefined ? "" : `:${start}${to}`}\n${code}`.trim()];
});

/** All forms; the first that fits is used. */
export const forms: readonly ReadableForm[] = [
  streams,
  forModel,
  workspaceMatches,
  internalMatches,
  directoryList,
  directoryTree,
  fileList,
  codeResults,
  references,
  error,
];
