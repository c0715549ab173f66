import { deflateSync, inflateSync } from "node:zlib";
import { present, type Session } from "@chatexport/core";
import { isSaid, type PartLabel, partsOf, type Span } from "@chatexport/document/search";

/** Texts of a session that are read together: what was said, or the rest. */
export interface Block {
  isSaid: boolean;
  text: string;
  /** For `labelsIn`. */
  labels: Uint8Array;
  /** The texts, for `readBlock`. */
  content: Uint8Array;
}

/** A part as it is kept. */
export interface KeptPart {
  /** Its number in the session. */
  number: number;
  /** Made each time that it is asked for, as few are. */
  readonly label: PartLabel;
  /** The position of its texts among the bytes of the block. */
  start: number;
  end: number;
  /** The number of bytes of each text. */
  lengths: number[];
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

/** The labels of a block in JSON. */
interface Labels {
  /** Messages, calls, branches, sub-agents and lists of files, to which parts refer by position; -1 is none. */
  named: object[];
  parts: LabelRow[];
}

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
  #parts: LabelRow[] = [];
  #text = "";

  constructor(isSaid: boolean) {
    this.#isSaid = isSaid;
  }

  get isEmpty(): boolean {
    return this.#parts.length === 0;
  }

  get isFull(): boolean {
    return this.#text.length >= (this.#isSaid ? longestSaid : longestRest);
  }

  add(number: number, part: PartLabel, texts: readonly string[]): void {
    const { message, call, branch, subagent, files } = part;
    const copied = message?.copiedFrom;
    this.#parts.push([
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
      ...texts.map((text) => Buffer.byteLength(text)),
    ]);
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
    const named = `[${[...this.#named.keys()].join(",")}]`;
    const labels = `{"named":${named},"parts":${JSON.stringify(this.#parts)}}`;
    this.#named = new Map();
    this.#parts = [];
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
export function labelsIn(labels: Uint8Array): KeptPart[] {
  const { named, parts } = JSON.parse(
    inflateSync(labels, { chunkSize: 1 << 16 }).toString(),
  ) as Labels;
  let end = 0;
  return parts.map(([number, place, role, message, call, branch, subagent, files, ...lengths]) => {
    const start = end;
    for (const length of lengths) end += length + 1;
    return {
      number,
      start,
      end,
      lengths,
      get label() {
        return present<PartLabel>({
          in: place,
          role: role ?? undefined,
          message: named[message] as PartLabel["message"],
          call: named[call] as PartLabel["call"],
          branch: named[branch] as PartLabel["branch"],
          subagent: named[subagent] as PartLabel["subagent"],
          files: named[files] as PartLabel["files"],
        });
      },
    };
  });
}

/** The texts of all parts of a block, in UTF-8. Throws where it is damaged. */
export function contentIn(
  content: Uint8Array,
  isSaid: boolean,
  parts: readonly KeptPart[],
): Buffer {
  if (isSaid) return Buffer.from(content.buffer, content.byteOffset, content.length);
  // In one piece, which takes half the time of many small ones.
  return inflateSync(content, { chunkSize: (parts.at(-1)?.end ?? 0) + 64 });
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
