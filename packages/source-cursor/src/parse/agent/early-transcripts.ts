import { type Context, type Json, present } from "@chatexport/core";
import {
  addToList,
  byName,
  listOf,
  objectOf,
  readTextFile,
  shallowJson,
  type TallyCounter,
  thoughtIn,
} from "@chatexport/core/read";
import type { Fields } from "@chatexport/core/source";
import { malformedEntry, truncatedList } from "../../diagnostics.js";
import { objectAt } from "../../values/json-text.js";
import { type AgentRecord, agentRecord, itemsOf, partOf } from "./agent-record.js";
import { fieldsOf } from "./fields.js";
import { textArguments } from "./text-arguments.js";

/** The messages of a transcript that is one JSON list (early 2026); reports entries that are none, and a cut. */
export function readJson(
  path: string,
  stem: string,
  tally: TallyCounter,
  context: Context,
): AgentRecord[] {
  const calls = new OpenCalls(stem);
  const records: AgentRecord[] = [];
  for (const [index, entry] of entriesOf(path, tally, context).entries()) {
    const at = index + 1;
    const record = recordOf(entry, at, `${stem}-${at}`, calls);
    if (record) records.push(record);
    else {
      tally.read();
      tally.malformed();
      context.report(malformedEntry({ path, at }));
    }
  }
  return records;
}

function recordOf(entry: Json, at: number, id: string, calls: OpenCalls): AgentRecord | undefined {
  const raw = objectOf(entry);
  const fields = raw && fieldsOf(raw);
  const role = fields?.string("role");
  if (!raw || !fields || role === undefined) return undefined;
  const thought = fields.text("thinking") ?? fields.object("thinking")?.text("text");
  const texts = [fields.text("text"), fields.text("content")].filter((text) => text !== undefined);
  const items: Json[] = [
    ...(thought === undefined ? [] : [{ type: "reasoning", text: thought }]),
    ...texts.flatMap((text) => (role === "assistant" ? answer(text) : [text])),
    ...(listOf(fields.fitting("content", Array.isArray)) ?? []),
  ];
  const parts = itemsOf(items).map((item, index) => partOf(item, `${id}-${index + 1}`));
  for (const call of fields.objects("toolCalls")) {
    const part = partOf(call, "", "call");
    parts.push({ ...part, id: part.id || calls.open(toolName(call), at) });
  }
  const result = fields.object("toolResult");
  if (result) {
    const part = partOf(result, "", "result");
    const message = role === "tool" ? fields : undefined;
    parts.push({ ...part, id: part.id || calls.close(toolName(result), at), message });
  }
  return { id, at, type: role, fields, raw, parts };
}

function toolName(fields: Fields): string {
  return fields.text("toolName", "name") ?? "unknown";
}

/** The entries of the list; of one that is no JSON those that are whole. */
function entriesOf(path: string, tally: TallyCounter, context: Context): Json[] {
  const text = readTextFile(path);
  try {
    return listOf(shallowJson(text.replace(/^\ufeff/, ""))) ?? [];
  } catch {
    const entries: Json[] = [];
    let start = text.indexOf("{");
    while (start !== -1) {
      const found = objectAt(text, start);
      if (!found) break;
      entries.push(found.object);
      start = text.indexOf("{", found.end);
    }
    tally.read();
    tally.malformed();
    context.report(truncatedList(path, entries.length));
    return entries;
  }
}

/**
 * The messages of a transcript in plain text (late 2025 to early 2026): blocks that begin with a line
 * `user:` or `assistant:`, in those of the assistant `[Thinking] …`, `[Tool call] NAME` with its
 * arguments, and `[Tool result] NAME`. Text before the first block is a record of its own.
 */
export function readTxt(path: string, stem: string): AgentRecord[] {
  const text = readTextFile(path).replace(/^\ufeff/, "");
  const calls = new OpenCalls(stem);
  return blocksOf(text.split(/\r?\n/)).flatMap(({ role, line, lines }) => {
    const content = role === "assistant" ? answerParts(lines, line, calls) : joined(lines);
    return agentRecord({ role, content }, line, `${stem}-${line}`) ?? [];
  });
}

interface Block {
  role: string;
  /** The line that begins it, counted from 1. */
  line: number;
  lines: string[];
}

const markers = byName([
  ["user", "user: U:"],
  ["assistant", "assistant: A:"],
]);

function blocksOf(lines: readonly string[]): Block[] {
  const blocks: Block[] = [];
  const lastClosing = lines.findLastIndex((line) => line.includes("</user_query>"));
  let isInQuery = false;
  let isInCall = false;
  for (const [index, line] of lines.entries()) {
    // A file that a call writes may have such a line; before one that begins a message is a blank line.
    const isQuoted = isInQuery || (isInCall && lines[index - 1] !== "");
    const role = isQuoted ? undefined : markers.get(line.trimEnd());
    const last = blocks.at(-1);
    if (role !== undefined) blocks.push({ role, line: index + 1, lines: [] });
    else if (last) last.lines.push(line);
    else if (line.trim() !== "") blocks.push({ role: "preamble", line: index + 1, lines: [line] });
    // A prompt may quote a transcript.
    if (line.startsWith("<user_query>") && index < lastClosing) isInQuery = true;
    if (line.includes("</user_query>")) isInQuery = false;
    if (role !== undefined || mark.test(line)) isInCall = line.startsWith("[Tool call]");
  }
  return blocks;
}

function answerParts(lines: readonly string[], start: number, calls: OpenCalls): Json[] {
  const parts: Json[] = [];
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? "";
    const [, kind, rest = ""] = /^\[(Thinking|Tool call|Tool result)\] ?(.*)$/.exec(line) ?? [];
    const end = kind === "Thinking" ? endOfThought(lines, at, rest) : endOf(lines, at + 1, mark);
    const body = lines.slice(at + 1, end);
    if (kind === undefined) parts.push(...answer(joined(lines.slice(at, end))));
    else if (kind === "Thinking") parts.push({ type: "reasoning", text: joined([rest, ...body]) });
    else {
      // A patch stands right behind the name.
      const [, name, patch] = /^([\w.-]+)(\*\*\* Begin Patch.*)$/.exec(rest) ?? [];
      const toolName = name ?? (rest.trim() || "unknown");
      const line = start + at + 1;
      const text = patch === undefined ? joined(outdented(body)) : joined([patch, ...body]);
      if (kind === "Tool call") {
        const toolCallId = calls.open(toolName, line);
        // Calls of one message follow each other at once.
        if (!lines[end]?.startsWith("[Tool call]") && body.at(-1) === "") body.pop();
        const named = patch === undefined ? textArguments(toolName, body) : undefined;
        const args = named ?? (text === "" ? undefined : text);
        parts.push(present({ type: "tool-call", toolCallId, toolName, args }));
      } else {
        const toolCallId = calls.close(toolName, line);
        parts.push({ type: "tool-result", toolCallId, toolName, result: text });
      }
    }
    at = end;
  }
  return parts;
}

/** The words of an answer, and before them the thoughts of some models, in a tag. */
function answer(text: string): Json[] {
  const { thought, said = text } = thoughtIn(text) ?? {};
  if (thought === undefined) return [{ type: "text", text }];
  const parts: Json[] = [{ type: "reasoning", text: thought }];
  if (said !== "") parts.push({ type: "text", text: said });
  return parts;
}

function joined(lines: readonly string[]): string {
  return lines.join("\n").replace(/^\n+/, "").trimEnd();
}

/** Lines without the two spaces before each of them. */
function outdented(lines: readonly string[]): readonly string[] {
  const isIndented = lines.every((line) => line === "" || line.startsWith("  "));
  return isIndented ? lines.map((line) => line.slice(2)) : lines;
}

/**
 * The end of a thought. The answer comes right after it, so that of most only indented and blank lines are
 * sure to belong to it. One in sections, each with a title, ends where neither a title nor a blank line
 * comes next, or where three blank lines do.
 */
function endOfThought(lines: readonly string[], start: number, first: string): number {
  if (!sectionTitle.test(first)) return endOf(lines, start + 1, /^[^ \t]/);
  let blank = 0;
  for (let at = start + 1; at < lines.length; at++) {
    const line = lines[at] ?? "";
    if (line.trim() === "") blank++;
    else {
      const isNext = blank === 0 || blank > 2;
      if (mark.test(line) || (isNext && !sectionTitle.test(line))) return at;
      blank = 0;
    }
  }
  return lines.length;
}

/** "**Reading the footer**", as services write above what they sum up of a thought. */
const sectionTitle = /^\*\*(?=[^*]{0,200}ing\b)[^*]{1,200}\*\*$/;

/** The end of a part, before the next line of a kind. */
function endOf(lines: readonly string[], start: number, next: RegExp): number {
  let at = start;
  while (at < lines.length && !next.test(lines[at] ?? "")) at++;
  return at;
}

/** Begins a part of an answer. */
const mark = /^\[(?:Thinking|Tool call|Tool result)\]/;

/** The calls of a transcript that names no ids: a result belongs to the oldest open call of its tool. */
class OpenCalls {
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
    addToList(this.#open, tool, id);
    return id;
  }

  /** The id of the call that a result is for; one of its own when there is none. */
  close(tool: string, line: number): string {
    return this.#open.get(tool)?.shift() ?? `${this.#stem}-${line}-${++this.#count}`;
  }
}
