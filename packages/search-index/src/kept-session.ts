import { deflateSync, inflateSync } from "node:zlib";
import { present, type Session } from "@chatexport/core";
import { isSaid, type PartLabel, partsOf, type Span } from "@chatexport/document/search";

/** Texts of a session that are read together: what was said, or the rest. */
export interface Block {
  isSaid: boolean;
  text: string;
  /** For `partsOfBlock`. */
  labels: Uint8Array;
  /** The texts, for `contentIn`. */
  content: Uint8Array;
}

/** A part as it is kept. */
export interface KeptPart {
  /** Its number in the session. */
  number: number;
  label: PartLabel;
  /** The position of its texts among the bytes of the block. */
  start: number;
  end: number;
  /** The number of bytes of each text. */
  lengths: number[];
}

/** The parts of a block. Each is read when it is asked for, as few are. */
export interface KeptParts {
  /** The end of each part among the bytes of the block. */
  readonly ends: readonly number[];
  /** Reads the part at a position. */
  at(position: number): KeptPart;
}

// In UTF-16 code units: what was said is ranked by block, the rest packs better in larger ones.
const longestSaid = 1 << 16;
const longestRest = 1 << 18;

/** Of zlib. */
const level = 1;

/** The texts of a session in blocks. */
export function* blocksOf(session: Session): Generator<Block> {
  const said = new BlockWriter(true);
  const rest = new BlockWriter(false);
  let number = 0;
  for (const part of partsOf(session)) {
    const texts = [...new Set(part.texts)].filter((text) => text !== "");
    const writer = isSaid(part) ? said : rest;
    if (texts.length > 0) writer.add(number, part, texts);
    if (writer.isFull) yield writer.take();
    number++;
  }
  for (const writer of [said, rest]) if (!writer.isEmpty) yield writer.take();
}

/**
 * The label of a part in JSON. Messages, calls, branches, sub-agents and lists of files are positions in a list of the
 * block; -1 is none. Lengths are those of its texts in bytes, where it has several.
 */
type LabelRow = [
  number: number,
  place: PartLabel["in"],
  role: PartLabel["role"] | null,
  message: number,
  call: number,
  branch: number,
  subagent: number,
  files: number,
  ...lengths: number[],
];

class BlockWriter {
  readonly #isSaid: boolean;
  #named = new Map<string, number>();
  #rows: string[] = [];
  /** Of each part, in bytes. */
  #sizes: number[] = [];
  #text = "";

  constructor(isSaid: boolean) {
    this.#isSaid = isSaid;
  }

  get isEmpty(): boolean {
    return this.#rows.length === 0;
  }

  get isFull(): boolean {
    return this.#text.length >= (this.#isSaid ? longestSaid : longestRest);
  }

  add(number: number, part: PartLabel, texts: readonly string[]): void {
    const { message, call, branch, subagent, files } = part;
    const copied = message?.copiedFrom;
    const lengths = texts.map((text) => Buffer.byteLength(text));
    const row: LabelRow = [
      number,
      part.in,
      part.role ?? null,
      this.#position(
        message && { id: message.id, createdAt: message.createdAt, copiedFrom: copied },
      ),
      this.#position(call && { kind: call.kind, name: call.name }),
      this.#position(branch && { id: branch.id }),
      this.#position(subagent && { id: subagent.id }),
      this.#position(files && [...new Set(files)]),
      ...(lengths.length > 1 ? lengths : []),
    ];
    this.#rows.push(JSON.stringify(row));
    this.#sizes.push(lengths.reduce((sum, length) => sum + length + 1, 0));
    // A line break keeps words of two texts apart.
    for (const text of texts) this.#text += `${text}\n`;
  }

  #position(value: object | undefined): number {
    if (value === undefined) return -1;
    const json = JSON.stringify(value);
    const position = this.#named.get(json) ?? this.#named.size;
    this.#named.set(json, position);
    return position;
  }

  /** The block, after which another one begins. */
  take(): Block {
    const text = this.#text;
    const labels = [JSON.stringify(this.#sizes), ...this.#rows, ...this.#named.keys()].join("\n");
    this.#named = new Map();
    this.#rows = [];
    this.#sizes = [];
    this.#text = "";
    return {
      isSaid: this.#isSaid,
      text,
      labels: deflateSync(labels, { level }),
      // A few hundredths of all bytes, in which most searches look.
      content: this.#isSaid ? Buffer.from(text) : deflateSync(text, { level }),
    };
  }
}

/** The parts of a block. Throws where it is damaged. */
export function partsOfBlock(labels: Uint8Array): KeptParts {
  const json = inflateSync(labels, { chunkSize: 1 << 16 }).toString();
  const [sizes = "", ...lines] = json.split("\n");
  let end = 0;
  const ends = (JSON.parse(sizes) as number[]).map((size) => {
    end += size;
    return end;
  });
  const read = <Value>(line: number) => JSON.parse(lines[line] ?? "") as Value;
  const made: unknown[] = [];
  /** Several parts may refer to one. */
  const named = <Value>(position: number): Value | undefined => {
    if (position === -1) return undefined;
    made[position] ??= read(ends.length + position);
    return made[position] as Value;
  };
  return {
    ends,
    at(position) {
      const [number, place, role, message, call, branch, subagent, files, ...lengths] =
        read<LabelRow>(position);
      const [start, end] = [ends[position - 1] ?? 0, ends[position] ?? 0];
      const label = present<PartLabel>({
        in: place,
        role: role ?? undefined,
        message: named(message),
        call: named(call),
        branch: named(branch),
        subagent: named(subagent),
        files: named(files),
      });
      return {
        number,
        label,
        start,
        end,
        lengths: lengths.length > 0 ? lengths : [end - start - 1],
      };
    },
  };
}

/** The texts of all parts of a block, in UTF-8. Throws where it is damaged. */
export function contentIn(content: Uint8Array, isSaid: boolean, { ends }: KeptParts): Buffer {
  if (isSaid) return Buffer.from(content.buffer, content.byteOffset, content.length);
  // In one piece, which takes half the time of many small ones.
  return inflateSync(content, { chunkSize: (ends.at(-1) ?? 0) + 64 });
}

/** The position of each text of a part among the bytes of the block. */
export function spansOf({ start, lengths }: KeptPart): Span[] {
  let next = start;
  return lengths.map((length) => {
    const begin = next;
    next += length + 1;
    return { start: begin, end: begin + length };
  });
}

/** The texts of a part. */
export function textsOf(part: KeptPart, content: Buffer): string[] {
  return spansOf(part).map(({ start, end }) => content.toString("utf8", start, end));
}
