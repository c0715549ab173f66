import type { Json, JsonObject } from "@chatexport/core";
import { objectOf, parseLine } from "@chatexport/core/read";
import { applyEdits, type JSONPath, modify } from "jsonc-parser";

/** A line of a transcript while it is edited: what is not set keeps every byte. */
export class Line {
  /** The line in the file, counted from 1; absent for one that was added. */
  readonly number: number | undefined;
  #bytes: Buffer;
  #record: JsonObject | undefined;

  constructor(bytes: Buffer, number?: number) {
    this.#bytes = bytes;
    this.number = number;
    this.#record = recordIn(bytes);
  }

  /** A line that says this. */
  static of(record: JsonObject, number?: number): Line {
    return new Line(Buffer.from(`${JSON.stringify(record)}\n`), number);
  }

  /** With its end, if it has one. */
  get bytes(): Buffer {
    return this.#bytes;
  }

  /** Its record; undefined where the line holds none: then only its bytes can be changed. */
  get record(): JsonObject | undefined {
    return this.#record;
  }

  get uuid(): string | undefined {
    const { uuid } = this.#record ?? {};
    return typeof uuid === "string" ? uuid : undefined;
  }

  get parentUuid(): string | undefined {
    const { parentUuid } = this.#record ?? {};
    return typeof parentUuid === "string" ? parentUuid : undefined;
  }

  /** The blocks of its message; a text is one block. */
  get blocks(): JsonObject[] {
    const content = objectOf(this.#record?.message)?.content;
    if (typeof content === "string") return [{ type: "text", text: content }];
    return Array.isArray(content)
      ? content.map(objectOf).filter((block) => block !== undefined)
      : [];
  }

  /** Gives a value another one, or adds it; without one, it goes. */
  set(path: JSONPath, value: Json | undefined): void {
    const text = this.#bytes.toString("utf8");
    this.replaceBytes(Buffer.from(applyEdits(text, modify(text, path, value, {}))));
  }

  /** Gives its message other blocks. */
  setBlocks(blocks: readonly JsonObject[]): void {
    this.set(["message", "content"], [...blocks]);
  }

  replaceBytes(bytes: Buffer): void {
    this.#bytes = bytes;
    this.#record = recordIn(bytes);
  }
}

/** True when a sub-agent wrote a record. */
export function isOfSubagent({ record }: Line): boolean {
  return record?.isSidechain === true;
}

function recordIn(bytes: Buffer): JsonObject | undefined {
  // Claude Code reads U+FFFD for bytes that are no character, too.
  return objectOf(parseLine(bytes.toString("utf8")));
}
