import { constants } from "node:buffer";
import { type Json, type JsonObject, setField } from "../json.js";
import { shallowJson } from "../shallow-json.js";
import type { Bytes } from "./bytes.js";

/** The most bytes that become one text. */
export interface JsonLimits {
  /** More of them are taken apart, which costs less memory than one text of all. */
  piece: number;
  /** More of them cannot be a text at all. */
  text: number;
}

/** The usual limits. */
export const usualLimits: JsonLimits = {
  piece: 128 * 1024 ** 2,
  text: constants.MAX_STRING_LENGTH,
};

/** The depth to which a value is taken apart. */
const deepest = 16;

/**
 * The value that bytes hold as JSON, however many they are: no text can have all of more than 512 MB. A note
 * stands for a single text that is longer. Throws when they are no JSON.
 */
export function jsonIn(bytes: Bytes, limits: JsonLimits = usualLimits, depth = 0): Json {
  const own = trimmed(bytes);
  if (own.length <= limits.piece) return shallowJson(own.toString());
  const first = own[0];
  const isText = first === quote && endOfText(own, 0) === own.length - 1;
  if (isText && own.length <= limits.text) return JSON.parse(own.toString());
  if (isText || depth === deepest)
    return `[Left out here: ${Math.round(own.length / 1e6)} MB, more than a text can hold]`;
  const within = (item: Bytes) => jsonIn(item, limits, depth + 1);
  if (first === openBracket) return Array.from(itemsIn(own, closeBracket), within);
  const object: JsonObject = {};
  for (const item of itemsIn(own, closeBrace)) {
    const { name, value } = fieldIn(item);
    setField(object, name, within(value));
  }
  return object;
}

const [quote, comma, colon, backslash] = [0x22, 0x2c, 0x3a, 0x5c] as const;
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d] as const;

/** The items of a list, or the fields of an object; what is in them is not looked at. */
function* itemsIn(bytes: Bytes, closer: number): Generator<Bytes> {
  const end = bytes.length - 1;
  let start = 1;
  let depth = 0;
  for (let at = start; at < end; at++) {
    const byte = bytes[at];
    if (byte === quote) at = endOfText(bytes, at);
    else if (byte === openBrace || byte === openBracket) depth++;
    else if (byte === closeBrace || byte === closeBracket) depth--;
    else if (byte === comma && depth === 0) {
      yield bytes.subarray(start, at);
      start = at + 1;
    }
  }
  if (depth !== 0 || bytes[end] !== closer) throw new SyntaxError("A bracket has no end.");
  const last = trimmed(bytes.subarray(start, end));
  if (start > 1 || last.length > 0) yield last;
}

function fieldIn(item: Bytes): { name: string; value: Bytes } {
  const own = trimmed(item);
  const end = endOfText(own, 0);
  const rest = trimmed(own.subarray(end + 1));
  if (rest[0] !== colon) throw new SyntaxError("A field has no value.");
  const name = JSON.parse(own.subarray(0, end + 1).toString());
  return { name, value: rest.subarray(1) };
}

/** The end of the text that begins with a quote. */
function endOfText(bytes: Bytes, from: number): number {
  for (let at = bytes.indexOf(quote, from + 1); at !== -1; at = bytes.indexOf(quote, at + 1)) {
    let escapes = at;
    while (bytes[escapes - 1] === backslash) escapes--;
    if ((at - escapes) % 2 === 0) return at;
  }
  throw new SyntaxError("A text has no end.");
}

/** Bytes without blanks around them, and without a byte-order mark. */
function trimmed(bytes: Bytes): Bytes {
  let start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  let end = bytes.length;
  while (isBlank(bytes[start])) start++;
  while (end > start && isBlank(bytes[end - 1])) end--;
  return bytes.subarray(start, end);
}

function isBlank(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}
