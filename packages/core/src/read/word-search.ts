import { closeSync, openSync, readSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import type { Context } from "../plugin.js";

/** A part of a file, in bytes. */
export interface ByteRange {
  start: number;
  /** The byte after the last one. */
  end: number;
}

// What fits into the cache of a processor is looked through twice as fast.
const chunk = Buffer.allocUnsafe(64 * 1024);

/** Of a longer word the beginning is enough. */
const longestWord = 1000;

/** Of an escape, or the like. */
const longestSign = 100;

/** So many chunks are looked through before others have their turn. */
const chunksPerTurn = 16;

/** A place where a word can be that is not stored as it is. */
export interface Hiding {
  /** Stands in every such place, in lower case; nothing is as quick to look for. */
  sign: string;
  /** The place with the sign, in lower case and of at most a hundred characters; absent: any sign. */
  pattern?: RegExp;
}

/** A letter, digit or "_" as writers of JSON may spell it. */
const escaped: Hiding = { sign: "\\u00", pattern: /\\u00(?:3\d|[46][1-9a-f]|[57][\da]|5f)/ };

/**
 * Looks for words, whatever their case, in the bytes that a session is stored in; the words are as
 * `Source.mayContain` gets them. What it does not find is certainly not there, unless it says that
 * it is over.
 */
export class WordSearch {
  readonly #missing: Set<string>;
  readonly #hiding: readonly Hiding[];
  readonly #overlap: number;
  #isUncertain = false;

  /** `hiding`: where the reader of the session makes words of what is stored otherwise. */
  constructor(words: readonly string[], hiding: readonly Hiding[] = []) {
    const shortened = words.map((word) => word.slice(0, longestWord).toLowerCase());
    this.#missing = new Set(shortened);
    this.#hiding = [escaped, ...hiding];
    const longest = Math.max(longestSign, ...shortened.map(({ length }) => length));
    this.#overlap = longest - 1;
  }

  /** Nothing more need be looked at: all words were found, or could be where nobody can look. */
  get isOver(): boolean {
    return this.#isUncertain || this.#missing.size === 0;
  }

  /** Notes that the words could be in a part of the session that is not looked at. */
  giveUp(): void {
    this.#isUncertain = true;
  }

  /** Looks into bytes, or into a text. */
  lookIn(content: string | Uint8Array): void {
    if (this.isOver) return;
    const text = typeof content === "string" ? content : latin1(content);
    const lower = text.toLowerCase();
    for (const word of this.#missing) if (lower.includes(word)) this.#missing.delete(word);
    if (this.#missing.size > 0 && this.#hiding.some((place) => isIn(lower, place))) this.giveUp();
  }

  /** Looks into a file, or a part of it. One that cannot be read could hold anything. */
  async lookInFile(
    path: string,
    { signal }: Pick<Context, "signal">,
    range?: ByteRange,
  ): Promise<void> {
    if (this.isOver) return;
    try {
      const file = openSync(path, "r");
      try {
        await this.#lookInOpen(file, signal, range);
      } finally {
        closeSync(file);
      }
    } catch {
      signal.throwIfAborted();
      this.giveUp();
    }
  }

  async #lookInOpen(file: number, signal: AbortSignal, range?: ByteRange): Promise<void> {
    let position = range?.start ?? 0;
    const end = range?.end ?? Number.POSITIVE_INFINITY;
    for (let count = 1; position < end; count++) {
      const length = Math.min(chunk.length, end - position);
      const size = readSync(file, chunk, { length, position });
      this.lookIn(chunk.subarray(0, size));
      // A word may begin in one chunk and end in the next.
      if (this.isOver || size <= this.#overlap) return;
      position += size - this.#overlap;
      if (count % chunksPerTurn > 0) continue;
      await setImmediate();
      signal.throwIfAborted();
    }
  }
}

function isIn(text: string, { sign, pattern }: Hiding): boolean {
  return text.includes(sign) && (pattern?.test(text) ?? true);
}

/** Each byte as a character, which costs least and leaves ASCII as it is. */
function latin1({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString("latin1");
}
