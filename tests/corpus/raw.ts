import { readFileSync } from "node:fs";
import { unwrapped } from "./wrapped.js";

/** Something that a person or the model wrote: no export may lose it. */
export interface Passage {
  /** "wrapped" are prompts in tags and errors, which may be shown within a longer text. */
  kind: "prompt" | "wrapped" | "answer" | "command" | "edit";
  text: string;
  /** The text that an edit replaced; a diff need not show the lines that stay. */
  before?: string;
  /** Line of the transcript, counted from 1. */
  line: number;
}

/** A transcript as this test understands it, on purpose without any code of the reader. */
export interface RawTranscript {
  path: string;
  /** Lines that are not blank. */
  lines: number;
  passages: Passage[];
}

/** A transcript of Claude Code. */
export interface ClaudeTranscript extends RawTranscript {
  /** The records in the order of the file; one that was written twice stands here once. */
  records: RawRecord[];
}

/** A record of a transcript with its line, counted from 1. */
export interface RawRecord {
  line: number;
  record: Raw;
}

/** Reads the passages of a transcript; lines that are not JSON have none. */
export function readTranscript(path: string): ClaudeTranscript {
  const records: RawRecord[] = [];
  const passages: Passage[] = [];
  const seen = new Set<unknown>();
  const messages = new Map<unknown, string>();
  let lines = 0;
  for (const [index, line] of linesOf(path).entries()) {
    if (line.trim() === "") continue;
    lines++;
    const record = parse(line);
    // A record that was written twice is one record.
    if (!isRepeated(record, messages)) records.push({ line: index + 1, record });
    if (record.uuid !== undefined && seen.has(record.uuid)) continue;
    seen.add(record.uuid);
    for (const found of passagesOf(record)) passages.push({ ...found, line: index + 1 });
  }
  return { path, lines, records, passages };
}

/** True when a file is a session of the web that was saved. */
export function isWebSession(path: string): boolean {
  return path.endsWith(".json") && Array.isArray(parse(readFileSync(path, "utf8")).loglines);
}

/** A saved session of the web has the records of a transcript in a list. */
function linesOf(path: string): string[] {
  const text = readFileSync(path, "utf8");
  if (!path.endsWith(".json")) return text.split("\n");
  return list(parse(text).loglines).map((record) => JSON.stringify(record));
}

/** True when the same message was written under the same uuid before. */
function isRepeated({ uuid, message }: Raw, messages: Map<unknown, string>): boolean {
  if (uuid === undefined || message === undefined) return false;
  const text = JSON.stringify(message);
  if (messages.get(uuid) === text) return true;
  messages.set(uuid, text);
  return false;
}

/** A value of unknown shape, as an object. */
export type Raw = Record<string, unknown>;
/** A passage whose place is not known yet. */
export type Found = Omit<Passage, "line">;

function passagesOf(record: Raw): Found[] {
  const { role, content } = object(record.message);
  switch (record.type ?? role) {
    case "user":
      return record.isMeta ? [] : texts(content).flatMap(prompts);
    case "assistant":
      return [
        // The tool's own words about a failure, which are no answer of the model.
        ...texts(content).map(found(record.isApiErrorMessage ? "wrapped" : "answer")),
        ...list(content).flatMap(ofToolUse),
      ];
    case "attachment": {
      const { type, prompt, isMeta } = object(record.attachment);
      return type === "queued_command" && !isMeta ? texts(prompt).flatMap(prompts) : [];
    }
    default:
      return [];
  }
}

function prompts(text: string): Found[] {
  const pieces = unwrapped(text);
  // The tool's own words about a command that it does not have.
  const isError = text.startsWith("Unknown skill: ");
  return pieces.map(found(!isError && pieces.join("") === text ? "prompt" : "wrapped"));
}

function ofToolUse(block: unknown): Found[] {
  const { type, name, input } = object(block);
  if (type !== "tool_use") return [];
  const { command, content, edits } = object(input);
  switch (name) {
    case "Bash":
      return strings([command]).map(found("command"));
    case "Write":
      return strings([content]).map(found("edit"));
    case "Edit":
      return replacement(input);
    case "MultiEdit":
      return list(edits).flatMap(replacement);
    default:
      return [];
  }
}

function replacement(edit: unknown): Found[] {
  const { old_string, new_string } = object(edit);
  const [before = ""] = strings([old_string]);
  return strings([new_string]).map((text) => ({ kind: "edit", text, before }));
}

function texts(content: unknown): string[] {
  if (typeof content === "string") return strings([content]);
  return strings(
    list(content).map((block) => (object(block).type === "text" ? object(block).text : block)),
  );
}

function found(kind: Passage["kind"]): (text: string) => Found {
  return (text) => ({ kind, text });
}

function strings(values: unknown[]): string[] {
  return values.filter((value) => typeof value === "string").filter((text) => text.trim() !== "");
}

/** The type of a record; other writers name only the role of its message. */
export function typeOf(record: Raw): unknown {
  return record.type ?? object(record.message).role;
}

/** The blocks of a record's message; a bare text is one, too. */
export function blocksOf(record: Raw): Raw[] {
  const { content } = object(record.message);
  const items = typeof content === "string" ? [content] : list(content);
  return items.map((item) =>
    typeof item === "string" ? { type: "text", text: item } : object(item),
  );
}

/** The object in a line; an empty one when it is none. */
export function parse(line: string): Raw {
  try {
    return object(JSON.parse(line));
  } catch {
    return {};
  }
}

/** The value as an object; an empty one when it is none. */
export function object(value: unknown): Raw {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Raw) : {};
}

/** The value as a list; an empty one when it is none. */
export function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
