import { createHash } from "node:crypto";
import { statSync } from "node:fs";
import { basename } from "node:path";
import { objectOf, textOf } from "@chatexport/core/read";
import { indexEntries, indexName, isTranscriptName } from "@chatexport/source-claude/paths";
import { getNodeValue } from "jsonc-parser";
import { appended, jsonTree, nodeAt, spliced, textOfNode } from "../json/splice-json.js";
import { Changes, type Rewrite } from "../move/store-plan.js";
import { contentAfter, type Edits } from "./edit-files.js";
import { byteOrderMark } from "./edit-lines.js";
import type { NewPaths } from "./edit-records.js";
import type { MergeFiles } from "./move-folders.js";
import { type Content, writeContent } from "./raw-lines.js";

/**
 * Merges files as they are after their own edits: records and indexes become one file, and so do files of the
 * same content. The file that was changed last gives the result its time.
 */
export function fileMerger(paths: NewPaths, edits: Edits): MergeFiles {
  const contentOf = (path: string) => contentAfter(path, paths, edits.has(path));

  return (files) => {
    const oldestFirst = [...files].sort((a, b) => statSync(a).mtimeMs - statSync(b).mtimeMs);
    const name = basename(files[0] ?? "");
    if (isTranscriptName(name)) {
      const content = mergedLines(withoutContained(oldestFirst, contentOf));
      return { kept: merge(oldestFirst, "lines", content), others: [] };
    }
    const index = name === indexName ? indexOf(files, contentOf) : undefined;
    if (index) return { kept: merge(oldestFirst, "json", () => [index]), others: [] };
    const [kept = "", ...others] = sameFiles(files, contentOf).map((same) => {
      if (same.length === 1) return same[0] ?? "";
      const sorted = oldestFirst.filter((path) => same.includes(path));
      return merge(sorted, edits.get(same[0] ?? "")?.kind ?? "text", contentOf(same[0] ?? ""));
    });
    return { kept, others };
  };

  /** Plans one file with a content; gives the path that has it. */
  function merge(oldestFirst: readonly string[], kind: Rewrite["kind"], content: Content): string {
    const path = oldestFirst.at(-1) ?? "";
    const changes = new Changes();
    for (const each of oldestFirst) {
      for (const change of edits.get(each)?.changes ?? []) changes.count(change);
      edits.delete(each);
    }
    const absorbs = oldestFirst.slice(0, -1);
    const write = (target: string) => writeContent(target, content);
    edits.set(path, { path, kind, changes: changes.list(), absorbs, beside: [], write });
    return path;
  }
}

/** The contents of files, but for those with which another one begins. */
function withoutContained(
  files: readonly string[],
  contentOf: (path: string) => Content,
): Content[] {
  const left = new Set(files);
  for (const file of files)
    for (const other of left)
      if (other !== file && continues(contentOf(other), contentOf(file))) {
        left.delete(file);
        break;
      }
  return [...left].map(contentOf);
}

function indexOf(
  files: readonly string[],
  contentOf: (path: string) => Content,
): Buffer | undefined {
  const [first, ...others] = files.map((path) =>
    Buffer.concat(Array.from(contentOf(path)(), (piece) => Buffer.from(piece))),
  );
  return others.reduce<Buffer | undefined>(
    (index, other) => index && mergedIndex(index, other),
    first,
  );
}

/** Files in groups of the same content, in the order in which they are given. */
function sameFiles(files: readonly string[], contentOf: (path: string) => Content): string[][] {
  const groups: string[][] = [];
  for (const file of files) {
    const content = contentOf(file);
    const same = groups.find(([other = ""]) => {
      const known = contentOf(other);
      return continues(known, content) && continues(content, known);
    });
    if (same) same.push(file);
    else groups.push([file]);
  }
  return groups;
}

/** An index with the entries that only another one has; undefined when either is no index. */
function mergedIndex(index: Buffer, other: Buffer): Buffer | undefined {
  const [text, otherText] = [index.toString("latin1"), other.toString("latin1")];
  const entries = entriesIn(text);
  const more = entriesIn(otherText);
  if (!entries || !more) return undefined;
  const known = new Set(entries.children?.map((entry) => idOf(getNodeValue(entry))));
  const missing = (more.children ?? []).filter((entry) => {
    const id = idOf(getNodeValue(entry));
    return id === undefined || !known.has(id);
  });
  if (missing.length === 0) return index;
  const piece = appended(
    entries,
    missing.map((entry) => textOfNode(otherText, entry)),
  );
  return Buffer.from(spliced(text, [piece]), "latin1");
}

function entriesIn(text: string): ReturnType<typeof nodeAt> {
  const tree = jsonTree(text);
  const entries = tree && nodeAt(tree, [indexEntries]);
  return entries?.type === "array" ? entries : undefined;
}

function idOf(entry: unknown): string | undefined {
  return textOf(objectOf(entry)?.sessionId);
}

const newline = 10;

/**
 * All lines of several files, of which the one that was changed last comes last: first those of the
 * first file, then those of each other that the files before it do not have. A line that a file has
 * twice is there twice.
 */
function mergedLines(files: readonly Content[]): Content {
  return function* () {
    const written = new Map<string, number>();
    let isOpen = false;
    for (const [index, lines] of files.entries()) {
      const counts = new Map<string, number>();
      let isFirst = true;
      for (const line of lines()) {
        const bare = bareLine(line, isFirst && index > 0);
        isFirst = false;
        const key = createHash("sha1").update(bare).digest("base64");
        const count = (counts.get(key) ?? 0) + 1;
        counts.set(key, count);
        if (count <= (written.get(key) ?? 0)) continue;
        written.set(key, count);
        // A line that was cut off must not swallow the next one.
        if (isOpen) yield lineEnd;
        yield line.subarray(line.length - bare.length - (endsLine(line) ? 1 : 0));
        isOpen = !endsLine(line);
      }
    }
  };
}

const lineEnd = Buffer.from("\n");

function endsLine(line: Buffer): boolean {
  return line.at(-1) === newline;
}

/** A line without its end, and without a mark that only the beginning of a file may have. */
function bareLine(line: Buffer, hasNoMark: boolean): Buffer {
  const start = hasNoMark && line.subarray(0, 3).equals(byteOrderMark) ? 3 : 0;
  return line.subarray(start, endsLine(line) ? -1 : undefined);
}

/** True when a file begins with all that another one holds, or is the same. */
function continues(longer: Content, shorter: Content): boolean {
  const pieces = longer()[Symbol.iterator]();
  let left: Buffer = Buffer.alloc(0);
  for (const piece of shorter()) {
    let at = 0;
    while (at < piece.length) {
      if (left.length === 0) {
        const next = pieces.next();
        if (next.done) return false;
        left = next.value;
        continue;
      }
      const size = Math.min(left.length, piece.length - at);
      if (!left.subarray(0, size).equals(piece.subarray(at, at + size))) return end(false);
      at += size;
      left = left.subarray(size);
    }
  }
  return end(true);

  /** Closes the file. */
  function end(result: boolean): boolean {
    pieces.return?.();
    return result;
  }
}
