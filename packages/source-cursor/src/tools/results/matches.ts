import type { Json, JsonObject } from "@chatexport/core";
import { listOf, numberOf, objectOf, stringOf } from "@chatexport/core/read";
import { pathIn } from "../paths.js";
import { firstText, without } from "../values.js";
import type { ReadableForm } from "./readable.js";

/**
 * What `grep` found by workspace, as lines: `{ "<root>": { content: { matches: [{ file, matches:
 * [{ lineNumber, content, isContextLine }] }] } | files: { files } | count: { counts } } }`.
 */
export const workspaceMatches: ReadableForm = (fields) => {
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

/** What the search of 2025 found: `{ internal: { results: [{ resource, results: [{ … }] }] } }`. */
export const internalMatches: ReadableForm = (fields) => {
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

function fileLines(item: Json): string[] {
  const file = objectOf(item) ?? {};
  const path = fileName(file)[0] ?? "";
  return (listOf(file.matches) ?? []).flatMap((match) => matchLine(path, objectOf(match) ?? {}));
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
