import { readFileSync } from "node:fs";
import { unwrapped } from "./wrapped.js";

/** Something that a person or the model wrote: no export may lose it. */
export interface Passage {
  /** "wrapped" are prompts in tags and errors, which may be shown within a longer text. */
  kind: "prompt" | "wrapped" | "answer" | "command" | "edit";
  text: string;
  /** What an edit replaced; a diff need not show the lines that stay. */
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

/** Reads the passages of a transcript; lines that are not JSON have none. */
export function readTranscript(path: string): RawTranscript {
  const passages: Passage[] = [];
  const seen = new Set<unknown>();
  let lines = 0;
  for (const [index, line] of readFileSync(path, "utf8").split("\n").entries()) {
    if (line.trim() === "") continue;
    lines++;
    const record = parse(line);
    // A record that was written twice is one record.
    if (record.uuid !== undefined && seen.has(record.uuid)) continue;
    seen.add(record.uuid);
    for (const found of passagesOf(record)) passages.push({ ...found, line: index + 1 });
  }
  return { path, lines, passages };
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
  return pieces.map(found(pieces.join("") === text ? "prompt" : "wrapped"));
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
