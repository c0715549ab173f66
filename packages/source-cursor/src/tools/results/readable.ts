import type { Json, JsonObject, Part } from "@chatexport/core";
import { objectOf, stringOf, textOf } from "@chatexport/core/read";
import { firstText, parsed, without } from "../values.js";
import { blockParts } from "./blocks.js";
import { directoryList, directoryTree, fileList } from "./file-lists.js";
import { codeResults, references } from "./findings.js";
import { internalMatches, workspaceMatches } from "./matches.js";
import { errorText } from "./returned.js";

/** A text made from fields of a result, and the fields that it does not show. */
export type ReadableForm = (fields: JsonObject) => { text: string; rest: JsonObject } | undefined;

/** A result as parts to read. */
export interface Readable {
  content: Part[];
  /** What the content does not show; absent when it shows all. */
  rest?: Json;
}

const deepest = 6;

/**
 * A result as something to read, whatever tool it is from: its shape tells more than the tool's name,
 * which changes from version to version. Undefined when nothing in it is known.
 */
export function readable(result: Json | undefined, depth = 0): Readable | undefined {
  if (typeof result === "string") return { content: textParts(result) };
  const blocks = blockParts(result);
  if (blocks) return { content: blocks };
  const fields = objectOf(result);
  if (!fields || depth > deepest) return undefined;
  return textField(fields) ?? nested(fields, depth) ?? formed(fields);
}

/** The field that is the result as text, also when it is empty: a command without output. */
function textField(fields: JsonObject): Readable | undefined {
  const name = ["output", "contents", "markdown", "content"].find(
    (field) => stringOf(fields[field]) !== undefined,
  );
  return name === undefined
    ? undefined
    : { content: textParts(fields[name]), rest: without(fields, name) };
}

/** The first field that holds a result to read. */
function nested(fields: JsonObject, depth: number): Readable | undefined {
  for (const name of ["output", "result", "success", "failure", "rejected", "content"]) {
    const value = fields[name];
    // Only `result` and `content` are JSON in JSON.
    const inner = name === "result" || name === "content" ? parsed(value) : value;
    const found =
      readable(inner, depth + 1) ?? (name === "result" ? readable(value, depth + 1) : undefined);
    if (!found) continue;
    const { content, rest } = found;
    const others = without(fields, name);
    return { content, rest: rest === undefined ? others : { ...others, [name]: rest } };
  }
  return undefined;
}

function formed(fields: JsonObject): Readable | undefined {
  for (const form of forms) {
    const made = form(fields);
    if (made) return { content: textParts(made.text), rest: made.rest };
  }
  return undefined;
}

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

const forms: readonly ReadableForm[] = [
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

function textParts(text: Json | undefined): Part[] {
  const own = textOf(text);
  return own === undefined ? [] : [{ type: "text", text: own }];
}
