import { closeSync, openSync, readSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { type JsonObject, objectOf } from "./json.js";
import type { Context } from "./plugin.js";

/** A line of a JSONL file: a record, or the reason why it is none. */
export type JsonLine =
  | { line: number; record: JsonObject }
  | { line: number; malformed: "not-json" | "not-an-object" | "truncated" };

// New memory for each file would cost more than reading it; whoever reads a chunk is done with it
// before somebody else has a turn.
const chunk = Buffer.allocUnsafe(1024 * 1024);
const newline = 10;

/** As `jsonLines`, and lets others have their turn between two batches. */
export async function* readJsonLines(
  path: string,
  { signal }: Pick<Context, "signal">,
): AsyncGenerator<JsonLine[]> {
  for (const batch of jsonLines(path)) {
    // Parsing holds up the process longer than reading.
    await setImmediate();
    signal.throwIfAborted();
    yield batch;
  }
}

/**
 * The lines of a JSONL file in batches, blank ones left out, numbered from 1. A last line without
 * an end that is no JSON is "truncated": the tool is writing it, or died while it was.
 */
export function* jsonLines(path: string): Generator<JsonLine[]> {
  let line = 0;
  for (const { texts, ended } of readLines(path)) {
    const batch: JsonLine[] = [];
    for (const [index, text] of texts.entries()) {
      line++;
      const parsed = parseLine(line === 1 ? withoutByteOrderMark(text) : text);
      if (parsed === undefined) continue;
      if (parsed !== "not-json" && parsed !== "not-an-object") batch.push({ line, record: parsed });
      else if (ended || index < texts.length - 1) batch.push({ line, malformed: parsed });
      else batch.push({ line, malformed: "truncated" });
    }
    yield batch;
  }
}

/** Reports a line that holds no record. */
export function reportLine(
  { line, malformed }: Extract<JsonLine, { malformed: string }>,
  path: string,
  { report }: Pick<Context, "report">,
): void {
  report({ severity: "warning", ...problems[malformed], origin: { path, at: line } });
}

const problems = {
  "not-json": { code: "malformed-line", message: "The line is not JSON and was left out." },
  "not-an-object": {
    code: "malformed-line",
    message: "The line holds no record (a JSON object) and was left out.",
  },
  truncated: {
    code: "truncated-line",
    message:
      "The last line is cut off: the tool was still writing it, or ended while it did. Export again when the session is over.",
  },
} as const;

/** The object that a line holds, what is wrong with it, or undefined for a blank line. */
export function parseLine(text: string): JsonObject | "not-json" | "not-an-object" | undefined {
  try {
    return objectOf(JSON.parse(text)) ?? "not-an-object";
  } catch {
    return text.trim() === "" ? undefined : "not-json";
  }
}

// `ended` tells whether the last line of the batch has its newline.
function* readLines(path: string): Generator<{ texts: string[]; ended: boolean }> {
  // The beginning of a line that no chunk has ended yet; joined once, or a long line costs its square.
  let pending: Buffer[] = [];
  for (const chunk of readChunks(path)) {
    const end = chunk.lastIndexOf(newline);
    if (end === -1) {
      pending.push(Buffer.from(chunk));
      continue;
    }
    const texts: string[] = [];
    let start = 0;
    if (pending.length > 0) {
      start = chunk.indexOf(newline) + 1;
      texts.push(Buffer.concat([...pending, chunk.subarray(0, start - 1)]).toString());
      pending = [];
    }
    while (start <= end) {
      const next = chunk.indexOf(newline, start);
      texts.push(chunk.toString("utf8", start, next));
      start = next + 1;
    }
    if (start < chunk.length) pending.push(Buffer.from(chunk.subarray(start)));
    yield { texts, ended: true };
  }
  if (pending.length > 0) yield { texts: [Buffer.concat(pending).toString()], ended: false };
}

// A chunk is valid until the next one is asked for, of this file or another.
function* readChunks(path: string): Generator<Buffer> {
  const file = openSync(path, "r");
  try {
    for (let size = readSync(file, chunk); size > 0; size = readSync(file, chunk))
      yield chunk.subarray(0, size);
  } finally {
    closeSync(file);
  }
}

function withoutByteOrderMark(text: string): string {
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}
