import { setImmediate } from "node:timers/promises";

/** The output of a sink. */
export type Content = AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;

const worthWriting = 256 * 1024;

/** Joins the many small pieces of a document, so that each write is worth its call. */
export async function* inBatches(
  content: Content,
  batchLength = worthWriting,
): AsyncGenerator<string | Uint8Array, undefined> {
  for await (const batch of joined(content, batchLength)) {
    yield batch;
    // A signal to end an endless document must get its turn.
    await setImmediate();
  }
}

/** A piece that is no text; throws for what a sink must not yield, which each target would write in its own way. */
export function bytesIn(piece: unknown): Uint8Array {
  if (piece instanceof Uint8Array) return piece;
  throw new TypeError("a piece of it is neither text nor bytes");
}

// In bytes: what stays at hand of a processor while it is encoded, hashed and written.
const roomSize = 64 * 1024;

/** In characters: shorter texts are joined first, for each encoding is a call. */
const worthEncoding = 4096;

// New memory for each document would cost more than encoding it; one may be written within another.
const rooms: Uint8Array[] = [];

const encoder = new TextEncoder();

/**
 * The output of a sink as bytes, in pieces that are worth a write, each valid until the next one is
 * asked for. Throws for a piece that is neither text nor bytes.
 */
export async function* encoded(content: Content): AsyncGenerator<Uint8Array> {
  const room = rooms.pop() ?? new Uint8Array(roomSize);
  let used = 0;
  try {
    for await (const piece of joined(content, worthEncoding)) {
      if (typeof piece !== "string") {
        if (used > 0) yield room.subarray(0, used);
        used = 0;
        yield piece;
        await setImmediate();
        continue;
      }
      for (let rest = piece; rest !== ""; ) {
        const { read, written } = encoder.encodeInto(rest, room.subarray(used));
        used += written;
        rest = rest.slice(read);
        if (rest === "") break;
        yield room.subarray(0, used);
        used = 0;
        // A signal to end an endless document must get its turn.
        await setImmediate();
      }
    }
    if (used > 0) yield room.subarray(0, used);
  } finally {
    rooms.push(room);
  }
}

/** The pieces, texts joined that are shorter than `worth`; a long one is not, or it would be copied. */
async function* joined(content: Content, worth: number): AsyncGenerator<string | Uint8Array> {
  let text = "";
  for await (const piece of content) {
    if (typeof piece !== "string") {
      if (text !== "") yield text;
      text = "";
      yield bytesIn(piece);
      continue;
    }
    if (text === "" || text.length + piece.length < worth || endsInHalf(text)) {
      text += piece;
    } else {
      yield text;
      text = piece;
    }
    if (text.length < worth || endsInHalf(text)) continue;
    yield text;
    text = "";
  }
  if (text !== "") yield text;
}

/** True when a text ends within a character, whose other half the next one has. */
function endsInHalf(text: string): boolean {
  return (text.charCodeAt(text.length - 1) & 0xfc00) === 0xd800;
}
