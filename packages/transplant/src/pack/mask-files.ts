import { isUtf8 } from "node:buffer";
import { closeSync, openSync, readFileSync, renameSync, rmSync } from "node:fs";
import { type Context, contextFor, type Json, type Session } from "@chatexport/core";
import { writeWhole } from "@chatexport/core/host";
import { listOf } from "@chatexport/core/read";
import { rawLines, writeContent } from "@chatexport/relocate/records";
import { Line } from "../records/line.js";
import { textsIn, valueIn, withMasks, withTexts } from "./mask-values.js";

/** Hides secrets: in sessions, and in texts those that it has found in sessions before. */
export interface Mask {
  /** The session with what it finds masked; it remembers that. */
  session(session: Session, context: Context): Session | Promise<Session>;
  /** The texts with all masked that they give away, or sessions before. */
  texts(texts: readonly string[]): Promise<string[]>;
}

/**
 * Masks the secrets in the files of a session, some lines at a time: what is one in any of them is masked in all. What
 * holds none keeps every byte, and so do files that are no text, whose paths come back. Reasoning in which something
 * would be masked is left out, since its signature would be wrong; a whole line where `isSigned` says so.
 */
export async function maskFiles(
  read: () => Promise<Session>,
  paths: readonly string[],
  mask: Mask,
  isSigned: (line: Buffer) => boolean,
): Promise<string[]> {
  const facts = await factsOf(read, mask);
  const texts = paths.filter(isText);
  const valuesOf = async (values: Json[]): Promise<Json[]> => {
    const part = { ...facts, messages: [], native: { values } };
    const { native } = await mask.session(part, contextFor({}, {}));
    const found = listOf(native?.values);
    if (found?.length !== values.length) throw new TypeError("a mask leaves nothing out");
    return [...found];
  };
  for (const path of texts)
    for (const pieces of piecesOf(path)) await valuesOf(pieces.map(valueIn));
  for (const path of texts)
    await maskFile(path, isSigned, async (values) => {
      const own = await valuesOf(values);
      const all = [...new Set(own.flatMap((value) => [...textsIn(value)]))];
      const masked = await mask.texts(all);
      const changed = all.flatMap((text, at): [string, string][] =>
        masked[at] === text ? [] : [[text, masked[at] ?? ""]],
      );
      return own.map((value) => withTexts(value, new Map(changed)));
    });
  return paths.filter((path) => !texts.includes(path));
}

/** The facts about a session that stay in memory: it alone tells which command has printed a text. */
async function factsOf(read: () => Promise<Session>, mask: Mask) {
  const session = await read();
  await mask.session(session, contextFor({}, {}));
  const { schemaVersion, id, source, format, records, origin } = session;
  return { schemaVersion, id, source, format, records, origin };
}

function isText(path: string): boolean {
  if (!isOfLines(path)) return isUtf8(readFileSync(path));
  for (const line of rawLines(path)) if (!isUtf8(line)) return false;
  return true;
}

function isOfLines(path: string): boolean {
  return path.endsWith(".jsonl");
}

/** The lines of a file of records, some megabytes at a time; another file whole. */
function* piecesOf(path: string): Generator<Buffer[]> {
  let pieces: Buffer[] = [];
  let size = 0;
  for (const piece of isOfLines(path) ? rawLines(path) : [readFileSync(path)]) {
    pieces.push(Buffer.from(piece));
    size += piece.length;
    if (size < enough) continue;
    yield pieces;
    [pieces, size] = [[], 0];
  }
  if (pieces.length > 0) yield pieces;
}

const enough = 4 * 1024 ** 2;

async function maskFile(
  path: string,
  isSigned: (line: Buffer) => boolean,
  masksOf: (values: Json[]) => Promise<Json[]>,
): Promise<void> {
  const target = `${path}.masked`;
  /** The records that are left out, with those before them. */
  const removed = new Map<string, string | undefined>();
  const file = openSync(target, "wx", 0o600);
  try {
    for (const pieces of piecesOf(path)) {
      const values = pieces.map(valueIn);
      const masked = await masksOf(values);
      for (const [index, bytes] of pieces.entries()) {
        const [value = null, to = null] = [values[index], masked[index]];
        if (to !== value && isSigned(bytes)) continue;
        const after = withMasks(bytes, value, to);
        const kept = to === value || !isOfLines(path) ? after : thoughtless(bytes, after, removed);
        if (kept) writeWhole(file, kept);
      }
    }
  } finally {
    closeSync(file);
  }
  rmSync(path);
  if (removed.size === 0) renameSync(target, path);
  else {
    writeContent(path, () => relinked(target, removed));
    rmSync(target);
  }
}

/** A record without reasoning that masks have changed; undefined for one that has nothing else. */
function thoughtless(
  before: Buffer,
  after: Buffer,
  removed: Map<string, string | undefined>,
): Buffer | undefined {
  const thoughts = new Line(before).blocks.map(({ thinking }) => thinking);
  const line = new Line(after);
  const { blocks, uuid } = line;
  const kept = blocks.filter(
    ({ type, thinking }, at) => type !== "thinking" || thinking === thoughts[at],
  );
  if (uuid === undefined || kept.length === blocks.length) return after;
  if (kept.length > 0) {
    line.setBlocks(kept);
    return line.bytes;
  }
  removed.set(uuid, line.parentUuid);
  return undefined;
}

/** The records of a file, which follow none that is left out. */
function* relinked(
  path: string,
  removed: ReadonlyMap<string, string | undefined>,
): Generator<Buffer> {
  for (const bytes of rawLines(path)) {
    const line = new Line(bytes);
    const { parentUuid } = line;
    let parent = parentUuid;
    while (parent !== undefined && removed.has(parent)) parent = removed.get(parent);
    if (parent !== parentUuid) line.set(["parentUuid"], parent ?? null);
    yield line.bytes;
  }
}
