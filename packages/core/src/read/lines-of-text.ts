import { damagedArchive } from "../diagnostics.js";
import { type JsonObject, objectOf } from "../json.js";
import type { Context } from "../plugin.js";
import { present } from "../present.js";
import { shallowJson, withoutByteOrderMark } from "../shallow-json.js";
import { DamagedLines, type DamagedText, type JsonLine } from "./damaged-lines.js";
import { malformedLine, truncatedLine } from "./diagnostics.js";
import { isArchiveName } from "./lines-name.js";

/**
 * The records of lines that somebody has read, with their numbers, counted from 1; `isCut`: the last one has no
 * line break. Of a line that does not parse, the records that are whole are found; what is left is damaged text.
 */
export function* jsonLinesOf(texts: Iterable<string>, isCut: boolean): Generator<JsonLine> {
  const damaged = new DamagedLines();
  let last: string | undefined;
  let line = 0;
  for (const text of texts) {
    if (last !== undefined) yield* damaged.resolve([jsonLine(last, line, false)]);
    last = text;
    line++;
  }
  if (last !== undefined) yield* damaged.resolve([jsonLine(last, line, isCut)]);
  yield* damaged.end();
}

/** The record in a line, or what is wrong with the line. `isCut`: it has no line break. */
export function jsonLine(text: string, line: number, isCut: boolean): JsonLine {
  const own = line === 1 ? withoutByteOrderMark(text) : text;
  const parsed = parseLine(own);
  if (typeof parsed === "object") return { line, record: parsed };
  return { line, malformed: isCut ? "truncated" : (parsed ?? "not-json"), text: own };
}

/** Reports a line that holds no record; the path is that of the file, where it is known. */
export function reportLine(
  { line, malformed }: Pick<DamagedText, "line" | "malformed">,
  path: string | undefined,
  { report }: Pick<Context, "report">,
): void {
  const origin = present({ path, at: line });
  const isArchive = isArchiveName(path ?? "");
  if (malformed === "truncated") report((isArchive ? damagedArchive : truncatedLine)(origin));
  else report(malformedLine(origin, malformed));
}

/** The object that a line holds, what is wrong with it, or undefined for a blank line. */
export function parseLine(text: string): JsonObject | "not-json" | "not-an-object" | undefined {
  try {
    return objectOf(shallowJson(text)) ?? "not-an-object";
  } catch {
    return text.trim() === "" ? undefined : "not-json";
  }
}
