import { statSync } from "node:fs";
import { basename } from "node:path";
import { indexName, isTranscriptName } from "@chatexport/source-claude/paths";
import type { Change, Rewrite } from "../store-plan.js";
import type { MergeFiles } from "./combine.js";
import type { NewPaths } from "./contents.js";
import { contentAfter, type Edits } from "./edits.js";
import { mergedIndex } from "./merge-index.js";
import { continues, mergedLines } from "./merge-lines.js";
import { type Content, writeContent } from "./raw-lines.js";

/**
 * Merges files as they are after their own edits: records and indexes become one, of others the same
 * ones. What was changed last gives the file its time.
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
    const changes = oldestFirst.map((each) => edits.get(each)?.changes ?? []);
    for (const each of oldestFirst) edits.delete(each);
    const absorbs = oldestFirst.slice(0, -1);
    const write = (target: string) => writeContent(target, content);
    edits.set(path, { path, kind, changes: summed(changes.flat()), absorbs, beside: [], write });
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

function summed(changes: readonly Change[]): Change[] {
  const byField = new Map<string, Change>();
  for (const change of changes) {
    const known = byField.get(change.field);
    if (known) known.count += change.count;
    else byField.set(change.field, { ...change });
  }
  return [...byField.values()];
}
