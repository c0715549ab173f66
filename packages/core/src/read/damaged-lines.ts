import { type JsonObject, objectOf } from "../json.js";
import { shallowJson } from "../shallow-json.js";
import { ObjectScan } from "./object-scan.js";

/** A line of a JSONL file: a record, or text that holds none. */
export type JsonLine = JsonRecord | DamagedText;

/** A record, with the number of the line on which it begins. */
export interface JsonRecord {
  line: number;
  record: JsonObject;
  /** Its columns in a line that holds more, in characters. */
  columns?: { start: number; end: number };
  /** Its columns where it goes over several lines: that of its beginning, and the one behind it in its last line. */
  over?: { start: number; lastLine: number; end: number };
}

/** The rest of a line that does not parse, without the whole records in it; or bytes in a line that are no text. */
export interface DamagedText {
  line: number;
  /**
   * "truncated": at the end of a file without a line break, where the tool is writing, or died while it did.
   * "not-utf-8": bytes for which the record on the line has U+FFFD; here they are in hexadecimal digits.
   */
  malformed: "not-json" | "not-an-object" | "not-utf-8" | "truncated";
  /** As it is stored. */
  text: string;
}

/** The beginning of a record whose end may follow on a later line. */
interface OpenRecord {
  scan: ObjectScan;
  /** Its text so far, with the line on which it begins. */
  found: DamagedText;
  /** Its column in that line. */
  start: number;
  /** Its next piece is a further line of a text: no records lie between. */
  goesOn: boolean;
  /** The line on which it was left. */
  last: number;
}

/** The most records that a damaged one may wait for its end. */
const longestWait = 256;

/** The most empty lines that a text may have behind each other. */
const longestGap = 1000;

/**
 * Finds the records in lines that do not parse: several on one line, one behind the cut beginning of
 * another one, one among NULs, and one over several lines, as when a line break in a text is not escaped
 * or another program has written in between. What is in no record stays at its place as damaged text.
 */
export class DamagedLines {
  #open: OpenRecord | undefined;
  /** The lines behind the open record. */
  #held: JsonLine[] = [];

  /** The lines of a batch, with the records in damaged ones; those behind an open record come later. */
  resolve(batch: JsonLine[]): JsonLine[] {
    if (!this.#open && batch.every((line) => "record" in line)) return batch;
    return batch.flatMap((line) => {
      // A number can be a line of a text that goes on; behind other records it is none.
      const isOther = "malformed" in line && line.malformed === "not-an-object";
      return "record" in line || (isOther && !this.#open?.goesOn)
        ? this.#give(line)
        : this.#read(line);
    });
  }

  /** The lines that are left when the file is over. */
  end(): JsonLine[] {
    const left = [...(this.#open ? leftOf(this.#open) : []), ...this.#held];
    this.#open = undefined;
    this.#held = [];
    return left;
  }

  /** Gives a line out, or holds it until it shows whether the record before it has an end. */
  #give(line: JsonLine): JsonLine[] {
    if (!this.#open) return [line];
    this.#open.goesOn = false;
    this.#held.push(line);
    return this.#held.length < longestWait ? [] : this.end();
  }

  #read(line: DamagedText): JsonLine[] {
    if (line.text.trim() === "") return [];
    if (!this.#open) return this.#search(line, 0);
    const { scan, found: begun, start, goesOn, last } = this.#open;
    if (line.line - last > longestGap) return [...this.end(), ...this.#search(line, 0)];
    const between = goesOn ? "\n".repeat(line.line - last) : "";
    const scanned = scan.follow(between + line.text);
    if (scanned === "open") {
      this.#open.found = { ...line, line: begun.line, text: begun.text + between + line.text };
      this.#open.goesOn = true;
      this.#open.last = line.line;
      return [];
    }
    const end = "end" in scanned ? scanned.end - between.length : 0;
    const record = recordIn(begun.text + between + line.text.slice(0, end));
    if (end === 0 || !record) return [...this.end(), ...this.#search(line, 0)];
    const over = { start, lastLine: line.line, end };
    const found = [{ line: begun.line, record, over }, ...this.#held];
    this.#open = undefined;
    this.#held = [];
    return [...found, ...this.#search(line, end)];
  }

  /** The records of a line from an index on, and the texts between them. */
  #search(line: DamagedText, from: number): JsonLine[] {
    const { text } = line;
    const found: JsonLine[] = [];
    // All before it is found.
    let done = from;
    const leave = (until: number) => {
      const left = text.slice(done, until);
      done = until;
      if (left.trim() !== "") found.push(...this.#give({ ...line, text: left }));
    };
    for (let at = text.indexOf("{", from); at !== -1; at = text.indexOf("{", at)) {
      const scan = new ObjectScan();
      const scanned = scan.follow(text, at);
      if (scanned === "open") {
        if (!isAtRest(text.slice(done, at))) break;
        leave(at);
        found.push(...this.#begin({ ...line, text: text.slice(at) }, at, true));
        return found;
      }
      if ("end" in scanned) {
        const isWhole = isAtRest(text.slice(done, at)) || isAtRest(text.slice(scanned.end), "{");
        const record = isWhole ? recordIn(text.slice(at, scanned.end)) : undefined;
        if (record) {
          leave(at);
          const columns = { start: at, end: scanned.end };
          found.push(...this.#give({ line: line.line, record, columns }));
          done = scanned.end;
        }
        at = scanned.end;
      } else {
        const next = beginningAt(text, scanned.torn);
        // Another record begins inside of this one, and is whole.
        if (next !== undefined && next > at && isWholeFrom(text, next)) {
          leave(at);
          if (text[scanned.torn] === "\0") leave(next);
          else found.push(...this.#begin({ ...line, text: text.slice(at, next) }, at, false));
          done = next;
        }
        at = Math.max(next ?? scanned.torn, at + 1);
      }
    }
    leave(text.length);
    return found;
  }

  /** Remembers the beginning of a record, and gives out what was held for the one before. */
  #begin(piece: DamagedText, start: number, goesOn: boolean): JsonLine[] {
    const before = this.end();
    const scan = new ObjectScan();
    scan.follow(piece.text);
    this.#open = { scan, found: piece, start, goesOn, last: piece.line };
    return before;
  }
}

/** True when only NULs and blanks are beside a record, or another one follows. */
function isAtRest(beside: string, next = ""): boolean {
  const first = /[^\0\s]/.exec(beside)?.[0];
  return first === undefined || first === next;
}

/**
 * The text of a record that has no end, and the record behind it on its line: where a value may begin, that one looks
 * like a part of what was cut. It has the same first names, which a part does not have.
 */
function leftOf({ found, start }: OpenRecord): JsonLine[] {
  const { text, line } = found;
  const scan = new ObjectScan();
  scan.follow(text);
  const { start: at, end } = scan.last ?? { start: 0, end: 0 };
  const isBehind = at > 0 && isAtRest(text.slice(end)) && !text.includes("\n");
  const record = isBehind && isAlike(text, at) ? recordIn(text.slice(at, end)) : undefined;
  if (!record) return [found];
  const columns = { start: start + at, end: start + end };
  return [
    { ...found, text: text.slice(0, at) },
    { line, record, columns },
  ];
}

/** The first name of an object with the text up to its value, and the second one if that value is plain. */
const firstNames =
  /^(\{\s*"[^"\\]*(?:\\.[^"\\]*)*"\s*:\s*)(?:(?:"[^"\\]*(?:\\.[^"\\]*)*"|[\w.-]+)\s*,\s*("[^"\\]*(?:\\.[^"\\]*)*"\s*:))?/;

/** True when the text was cut before its second name, or has the one of the record at an index. */
function isAlike(text: string, at: number): boolean {
  const [beginning, first, second] = firstNames.exec(text) ?? [];
  const [, ...names] = firstNames.exec(text.slice(at)) ?? [];
  return names[0] === first && (beginning?.length === at || names[1] === second);
}

function isWholeFrom(text: string, start: number): boolean {
  const scanned = new ObjectScan().follow(text, start);
  return scanned !== "open" && "end" in scanned && !!recordIn(text.slice(start, scanned.end));
}

/** The place where a record begins inside of one that is torn: its first quote can have closed a text. */
function beginningAt(text: string, torn: number): number | undefined {
  const first = /\{\s{0,8}"$/.exec(text.slice(Math.max(torn - 12, 0), torn));
  if (text[torn] === "{") return torn;
  if (first) return torn - first[0].length;
  // Bytes that were lost.
  return text[torn] === "\0" ? torn + (/^\0+/.exec(text.slice(torn))?.[0].length ?? 0) : undefined;
}

/** The object that a text holds; control characters in its texts are taken as they are. */
function recordIn(text: string): JsonObject | undefined {
  for (const each of [text, escaped(text)])
    try {
      return objectOf(shallowJson(each));
    } catch {}
  return undefined;
}

function escaped(text: string): string {
  return text.replace(/"[^"\\]*(?:\\.[^"\\]*)*"/g, (literal) =>
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that JSON does not allow.
    literal.replace(/[\u0001-\u001f]/g, (character) => JSON.stringify(character).slice(1, -1)),
  );
}
