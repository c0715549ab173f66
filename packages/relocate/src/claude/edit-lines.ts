import { objectOf } from "@chatexport/core/read";
import { editJson } from "../json/edit-json.js";
import type { PathMap } from "../move/path-map.js";

/** The rules by which the lines of a file are edited. */
interface LineRules {
  /** The field that nearly every line has, of the record itself. */
  common: string;
  /** The new text; undefined where it stays. */
  replace(text: string): string | undefined;
  /** Takes a change of it. */
  changed(from: string, to: string): void;
  /** Is found in each line in which more than the common field may change; each byte is a character. */
  sign: RegExp;
  /**
   * Edits all fields, the common one among them; undefined when none changes. Throws for what is not
   * JSON.
   */
  edit(line: Buffer): Buffer | undefined;
  /** True when a line may hold something that changes. */
  mayHold(line: Buffer): boolean;
  /** Takes a line that is no JSON and stays as it is. */
  broken(line: Buffer): void;
}

/** Some editors put it before a text in UTF-8. */
export const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);
const [quote, backslash, colon, blank] = [0x22, 0x5c, 0x3a, 0x20];

/** An edit of lines, which come one after the other, the first one first; a line may come back as it is. */
export function lineEdit(rules: LineRules): (line: Buffer) => Buffer {
  const edit = plainEdit(rules);
  let isFirst = true;
  return (line) => {
    const hasMark = isFirst && line.subarray(0, 3).equals(byteOrderMark);
    isFirst = false;
    if (!rules.mayHold(line)) return line;
    if (!hasMark) return edit(line);
    return Buffer.concat([byteOrderMark, edit(line.subarray(3))]);
  };
}

function plainEdit(rules: LineRules): (line: Buffer) => Buffer {
  const { common, sign } = rules;
  const name = Buffer.from(`"${common}"`);
  const replacements = new Map<string, Replacement | undefined>();
  return (line) => {
    const text = line.toString("latin1");
    if (sign.test(text)) return inAnyField(line, rules);
    const at = line.indexOf(name);
    const value = at === -1 ? undefined : stringAt(line, at + name.length);
    // A name that stands there once is one field, and that of the record if it has one.
    if (at !== -1 && (!value || line.includes(name, at + 1))) return inAnyField(line, rules);
    const record = recordOf(text);
    if (record === undefined) rules.broken(line);
    if (!value || typeof objectOf(record)?.[common] !== "string") return line;

    // There are few directories, and many records.
    const key = line.toString("latin1", value.start, value.end);
    if (!replacements.has(key))
      replacements.set(key, replacementOf(line.subarray(value.start, value.end), rules));
    const replacement = replacements.get(key);
    if (!replacement) return line;
    rules.changed(replacement.from, replacement.to);
    return Buffer.concat([
      line.subarray(0, value.start),
      replacement.literal,
      line.subarray(value.end),
    ]);
  };
}

interface Replacement {
  from: string;
  to: string;
  literal: Buffer;
}

function replacementOf(literal: Buffer, { replace }: LineRules): Replacement | undefined {
  let replacement: Omit<Replacement, "literal"> | undefined;
  const edited = editJson(literal, () => (from) => {
    const to = replace(from);
    if (to !== undefined) replacement = { from, to };
    return to;
  });
  return edited && replacement && { ...replacement, literal: edited };
}

function inAnyField(line: Buffer, { edit, broken }: LineRules): Buffer {
  try {
    return edit(line) ?? line;
  } catch {
    broken(line);
    return line;
  }
}

/** The place of the string that is the value of a name, with its quotes. */
function stringAt(line: Buffer, afterName: number): { start: number; end: number } | undefined {
  let start = afterName;
  if (line[start++] !== colon) return undefined;
  if (line[start] === blank) start++;
  if (line[start] !== quote) return undefined;
  for (let end = start + 1; end < line.length; end++) {
    if (line[end] === quote) return { start, end: end + 1 };
    if (line[end] === backslash) end++;
  }
  return undefined;
}

/** The value of a line, in which each byte counts as a character; undefined for one that is no JSON. */
function recordOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text.trim() === "" ? {} : undefined;
  }
}

/** A test of bytes that hold the whole path of a folder that moves, as it is or as JSON writes it. */
export function folderSearch({ pairs }: PathMap): (bytes: Buffer) => boolean {
  const spellings = new Set(pairs.flatMap(({ from }) => [from, JSON.stringify(from).slice(1, -1)]));
  const words = [...spellings].map((text) => Buffer.from(text));
  return (bytes) => words.some((word) => bytes.includes(word));
}
