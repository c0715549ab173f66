import { readFileSync } from "node:fs";
import type { JsonObject } from "@chatexport/core";
import { textOf } from "@chatexport/core/read";
import { Line } from "./line.js";

const newline = 10;

/** A transcript while it is edited. */
export class Draft {
  lines: Line[];

  constructor(bytes: Buffer) {
    this.lines = linesOf(bytes).map((line, index) => new Line(line, index + 1));
  }

  /** Throws for a file that cannot be read. */
  static read(path: string): Draft {
    return new Draft(readFileSync(path));
  }

  /** The records of the conversation, which name the one before. */
  get links(): Line[] {
    return this.lines.filter(({ uuid }) => uuid !== undefined);
  }

  /** Adds a record behind another one, between it and those that follow it. */
  insertAfter(line: Line, record: JsonObject & { uuid: string }): void {
    const added = Line.of(record);
    for (const child of this.childrenOf(line)) child.set(["parentUuid"], record.uuid);
    this.lines.splice(this.lines.indexOf(line) + 1, 0, added);
  }

  /** Adds a record at the end, whatever the last line is. */
  append(record: JsonObject): void {
    const last = this.lines.at(-1);
    if (last && last.bytes.at(-1) !== newline)
      last.replaceBytes(Buffer.concat([last.bytes, Buffer.from("\n")]));
    this.lines.push(Line.of(record));
  }

  /** Takes records out; those that follow one of them follow the record before it. */
  remove(lines: ReadonlySet<Line>): void {
    const parents = new Map([...lines].map(({ uuid, parentUuid }) => [uuid, parentUuid]));
    this.lines = this.lines.filter((line) => !lines.has(line));
    for (const line of this.lines) {
      let { parentUuid } = line;
      if (parentUuid === undefined || !parents.has(parentUuid)) continue;
      while (parentUuid !== undefined && parents.has(parentUuid))
        parentUuid = parents.get(parentUuid);
      line.set(["parentUuid"], parentUuid ?? null);
    }
  }

  /** Tells which records a record follows, as they are now, from the one before it up to the first one. */
  ancestors(): (line: Line) => Line[] {
    const byId = new Map(this.links.map((line) => [line.uuid, line]));
    const parentOf = ({ parentUuid, record }: Line) =>
      byId.get(parentUuid ?? textOf(record?.logicalParentUuid));
    return (line) => {
      const above = new Set<Line>();
      // A damaged transcript may lead in a circle.
      for (let at = parentOf(line); at && !above.has(at); at = parentOf(at)) above.add(at);
      return [...above];
    };
  }

  childrenOf({ uuid }: Line): Line[] {
    return uuid === undefined ? [] : this.lines.filter(({ parentUuid }) => parentUuid === uuid);
  }

  /** The content of the file. */
  bytes(): Buffer {
    return Buffer.concat(this.lines.map(({ bytes }) => bytes));
  }
}

function linesOf(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  let start = 0;
  for (let end = bytes.indexOf(newline); end !== -1; end = bytes.indexOf(newline, start)) {
    lines.push(bytes.subarray(start, end + 1));
    start = end + 1;
  }
  if (start < bytes.length) lines.push(bytes.subarray(start));
  return lines;
}
