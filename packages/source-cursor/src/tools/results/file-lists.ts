import type { Json, JsonObject } from "@chatexport/core";
import { listOf, objectOf, textOf } from "@chatexport/core/read";
import { pathIn } from "../paths.js";
import { without } from "../values.js";
import type { ReadableForm } from "./readable.js";

const deepest = 30;

/** A list of files: names, `{ name, isDirectory }`, `{ uri }` or `{ relativePath }`. */
export const fileList: ReadableForm = (fields) => {
  const files = listOf(fields.files);
  const lines = files?.flatMap(nameOf);
  if (!files || lines?.length !== files.length) return undefined;
  return { text: lines.join("\n"), rest: without(fields, "files") };
};

/** Files by folder, as `glob_file_search` has them: `[{ absPath, files: [{ relPath }] }]`. */
export const directoryList: ReadableForm = (fields) => {
  const directories = listOf(fields.directories);
  if (!directories) return undefined;
  const lines = directories.flatMap((item) => {
    const directory = objectOf(item) ?? {};
    const path = textOf(directory.absPath);
    const names = (listOf(directory.files) ?? []).flatMap(nameOf);
    return path === undefined ? names : names.map((name) => joined(path, name));
  });
  return { text: lines.join("\n"), rest: without(fields, "directories") };
};

/** A folder with its folders (`list_dir_v2`), indented: `{ absPath, childrenDirs, childrenFiles }`. */
export const directoryTree: ReadableForm = (fields) => {
  const root = objectOf(fields.directoryTreeRoot);
  if (!root) return undefined;
  const lines = [...treeLines(root, 0)];
  return { text: lines.join("\n"), rest: without(fields, "directoryTreeRoot") };
};

function* treeLines(directory: JsonObject, depth: number): Generator<string> {
  const path = textOf(directory.absPath) ?? textOf(directory.name) ?? "";
  const name = depth === 0 ? path : path.slice(path.lastIndexOf("/", path.length - 2) + 1);
  const indent = "  ".repeat(depth);
  yield `${indent}${name.replace(/\/$/, "")}/`;
  if (depth === deepest) return;
  for (const child of listOf(directory.childrenDirs) ?? []) {
    const fields = objectOf(child);
    if (fields) yield* treeLines(fields, depth + 1);
  }
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

function joined(directory: string, name: string): string {
  return name.startsWith("/") ? name : `${directory.replace(/\/$/, "")}/${name}`;
}
