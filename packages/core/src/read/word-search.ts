import { closeSync, openSync, readSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import type { Context } from "../plugin.js";
import type { Bytes } from "./bytes.js";
import { damagedWords } from "./damaged-notice.js";
import { unwrapped } from "./open-file.js";

/** A part of a file, in bytes. */
export interface ByteRange {
  start: number;
  /** The byte after the last one. */
  end: number;
}

// A chunk that fits into the cache of the processor is searched twice as fast.
const chunk = Buffer.allocUnsafe(64 * 1024);

/** In characters; a longer word is searched for by its beginning. */
const longestWord = 1000;

/** In characters: what the pattern of an encoding may match. */
const longestSign = 100;

/** Chunks that are searched before other work has its turn. */
const chunksPerTurn = 16;

/** A way to store a word other than as it is. */
export interface WordEncoding {
  /**
   * Text that occurs wherever a word may be encoded, in lower case; nothing is as quick to find.
   */
  sign: string;
  /** The sign with the text around it, in lower case, at most 100 characters; absent: any sign. */
  pattern?: RegExp;
}

/** A letter, digit or "_" as writers of JSON may spell it. */
const escaped: WordEncoding = { sign: "\\u00", pattern: /\\u00(?:3\d|[46][1-9a-f]|[57][\da]|5f)/ };

/**
 * Searches the bytes that a session is stored in for words, in any case; the words are as
 * `Source.mayContain` gets them. While `isOver` is false, one of them is certainly missing from all that
 * was searched.
 */
export class WordSearch {
  readonly #missing: Set<string>;
  readonly #encodings: readonly WordEncoding[];
  readonly #overlap: number;
  #isUncertain = false;

  /** `encodings`: which of them the reader of the session decodes, beside the escapes of JSON. */
  constructor(words: readonly string[], encodings: readonly WordEncoding[] = []) {
    const shortened = words.map((word) => word.slice(0, longestWord).toLowerCase());
    this.#missing = new Set(shortened);
    this.#encodings = [escaped, ...encodings];
    const longest = Math.max(longestSign, ...shortened.map(({ length }) => length));
    this.#overlap = longest - 1;
    // Any session may have such a notice.
    this.lookIn(damagedWords);
  }

  /** Nothing more need be searched: all words were found, or could be where they cannot be found. */
  get isOver(): boolean {
    return this.#isUncertain || this.#missing.size === 0;
  }

  /** Notes that the words could be in a part of the session that is not searched. */
  giveUp(): void {
    this.#isUncertain = true;
  }

  /** Searches bytes, or a text. */
  lookIn(content: string | Uint8Array): void {
    if (this.isOver) return;
    const text = typeof content === "string" ? content : latin1(content);
    const lower = text.toLowerCase();
    for (const word of this.#missing) if (lower.includes(word)) this.#missing.delete(word);
    if (this.#missing.size > 0 && this.#encodings.some((encoding) => isIn(lower, encoding)))
      this.giveUp();
  }

  /** Searches a file, or a part of it. A file that cannot be read could hold anything. */
  async lookInFile(
    path: string,
    { signal }: Pick<Context, "signal">,
    range?: ByteRange,
  ): Promise<void> {
    if (this.isOver) return;
    try {
      const file = openSync(path, "r");
      try {
        const pieces = unwrapped(file);
        if (pieces) await this.#lookInPieces(pieces, signal);
        else await this.#lookInOpen(file, signal, range);
      } finally {
        closeSync(file);
      }
    } catch {
      signal.throwIfAborted();
      this.giveUp();
    }
  }

  async #lookInPieces(pieces: Iterable<Bytes>, signal: AbortSignal): Promise<void> {
    let before = Buffer.alloc(0);
    for (const piece of pieces) {
      const both = Buffer.concat([before, piece]);
      this.lookIn(both);
      if (this.isOver) return;
      before = both.subarray(Math.max(both.length - this.#overlap, 0));
      await setImmediate();
      signal.throwIfAborted();
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

function isIn(text: string, { sign, pattern }: WordEncoding): boolean {
  return text.includes(sign) && (pattern?.test(text) ?? true);
}

/** Each byte as a character, which costs least and leaves ASCII as it is. */
function latin1({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString("latin1");
}
