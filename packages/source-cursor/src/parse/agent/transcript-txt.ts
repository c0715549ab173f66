import { type Json, type JsonObject, present } from "@chatexport/core";
import { readTextFile } from "@chatexport/core/read";
import { parseJson } from "../../values/json-text.js";
import type { AgentRecord } from "./agent-record.js";

/**
 * The messages of a transcript in plain text (late 2025 to early 2026): blocks that begin with a line
 * `user:` or `assistant:`, in those of the assistant `[Thinking] …`, `[Tool call] NAME` with a line for
 * each argument, and `[Tool result] NAME`. Text before the first block is a record of its own.
 */
export function readTxt(path: string, stem: string): AgentRecord[] {
  const text = readTextFile(path).replace(/^\ufeff/, "");
  const calls = new OpenCalls(stem);
  return blocksOf(text.split(/\r?\n/)).map(({ role, line, lines }) => {
    const content = role === "assistant" ? answerParts(lines, line, calls) : [plain(lines)];
    return { id: `${stem}-${line}`, at: line, message: { role, content } };
  });
}

interface Block {
  role: string;
  /** The line that begins it, counted from 1. */
  line: number;
  lines: string[];
}

const markers: Readonly<Record<string, string>> = {
  "user:": "user",
  "assistant:": "assistant",
  "U:": "user",
  "A:": "assistant",
};

function blocksOf(lines: readonly string[]): Block[] {
  const blocks: Block[] = [];
  const lastClosing = lines.findLastIndex((line) => line.includes("</user_query>"));
  let isInQuery = false;
  for (const [index, line] of lines.entries()) {
    const marker = line.trimEnd();
    const role = isInQuery || !Object.hasOwn(markers, marker) ? undefined : markers[marker];
    if (role !== undefined) blocks.push({ role, line: index + 1, lines: [] });
    else if (blocks.length > 0 || line.trim() !== "") blockAt(blocks, index).lines.push(line);
    // A prompt may quote a transcript.
    if (line.startsWith("<user_query>") && index < lastClosing) isInQuery = true;
    if (line.includes("</user_query>")) isInQuery = false;
  }
  return blocks;
}

function blockAt(blocks: Block[], index: number): Block {
  const last = blocks.at(-1);
  if (last) return last;
  const first = { role: "preamble", line: index + 1, lines: [] };
  blocks.push(first);
  return first;
}

function answerParts(lines: readonly string[], start: number, calls: OpenCalls): Json[] {
  const parts: Json[] = [];
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? "";
    const head = /^\[(Thinking|Tool call|Tool result)\] ?(.*)$/.exec(line);
    const end = head ? endOfBody(lines, at + 1) : endOfText(lines, at + 1);
    const body = lines.slice(at + 1, end);
    const [, kind, rest = ""] = head ?? [];
    if (kind === undefined) parts.push(plain(lines.slice(at, end)));
    else if (kind === "Thinking") parts.push({ type: "reasoning", text: joined([rest, ...body]) });
    else if (kind === "Tool call") parts.push(toolCall(rest.trim(), body, start + at + 1, calls));
    else parts.push(toolResult(rest.trim(), body, start + at + 1, calls));
    at = end;
  }
  return parts;
}

function plain(lines: readonly string[]): JsonObject {
  return { type: "text", text: joined(lines) };
}

function joined(lines: readonly string[]): string {
  return lines.join("\n").replace(/^\n+/, "").trimEnd();
}

/** A body is indented; blank lines in it belong to it. */
function endOfBody(lines: readonly string[], start: number): number {
  let at = start;
  while (at < lines.length && /^(?:[ \t]|$)/.test(lines[at] ?? "")) at++;
  return at;
}

function endOfText(lines: readonly string[], start: number): number {
  let at = start;
  while (at < lines.length && !/^\[(?:Thinking|Tool call|Tool result)\]/.test(lines[at] ?? ""))
    at++;
  return at;
}

function toolCall(name: string, body: readonly string[], line: number, calls: OpenCalls): Json {
  const toolName = name || "unknown";
  const input = argumentsOf(body);
  const text = input ? "" : unindented(body);
  return present({
    type: "tool-call",
    toolCallId: calls.open(toolName, line),
    toolName,
    args: input ?? (text === "" ? undefined : text),
  });
}

function toolResult(name: string, body: readonly string[], line: number, calls: OpenCalls): Json {
  const toolName = name || "unknown";
  return {
    type: "tool-result",
    toolCallId: calls.close(toolName, line),
    toolName,
    result: unindented(body),
  };
}

/** Arguments as `  key: value`, values over several lines; undefined when it is something else. */
function argumentsOf(body: readonly string[]): JsonObject | undefined {
  const values = new Map<string, string[]>();
  let last: string[] | undefined;
  for (const line of body) {
    const [, key, value = ""] = /^ {2}([A-Za-z_]\w{0,63}):(?: (.*))?$/.exec(line) ?? [];
    if (key !== undefined && !values.has(key)) {
      last = [value];
      values.set(key, last);
    } else if (last) last.push(line.replace(/^ {2}/, ""));
    else if (line.trim() !== "") return undefined;
  }
  if (values.size === 0) return undefined;
  return Object.fromEntries([...values].map(([key, lines]) => [key, argumentOf(joined(lines))]));
}

/** Lists and objects are written as JSON. */
function argumentOf(text: string): Json {
  return (/^[[{]/.test(text) ? parseJson(text) : undefined) ?? text;
}

function unindented(body: readonly string[]): string {
  return joined(body.map((line) => line.replace(/^ {2}/, "")));
}

/** The calls of a transcript that names no ids: a result belongs to the oldest open call of its tool. */
export class OpenCalls {
  readonly #stem: string;
  readonly #open = new Map<string, string[]>();
  #count = 0;

  /** `stem` makes the ids unique among sessions. */
  constructor(stem: string) {
    this.#stem = stem;
  }

  /** The id of a new call. */
  open(tool: string, line: number): string {
    const id = `${this.#stem}-${line}-${++this.#count}`;
    const open = this.#open.get(tool);
    if (open) open.push(id);
    else this.#open.set(tool, [id]);
    return id;
  }

  /** The id of the call that a result is for; one of its own when there is none. */
  close(tool: string, line: number): string {
    return this.#open.get(tool)?.shift() ?? `${this.#stem}-${line}-${++this.#count}`;
  }
}
