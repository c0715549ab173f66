import { createHash } from "node:crypto";
import { readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Diagnostic, unreadableFolder } from "../diagnostics.js";
import { attempt, isMissing, messageOf } from "../errors.js";
import type { JsonObject } from "../json.js";
import { compareStrings } from "../order.js";
import type { Context, SessionRef, SourceOptions, Store } from "../plugin.js";
import { present } from "../present.js";
import { jsonLinesOf } from "../read/lines-of-text.js";
import { countEach, once } from "../read/lists.js";
import { readBytes, sizeOf } from "../read/open-file.js";
import { thisSystem, windowsHomes } from "../read/system.js";

/**
 * The places where a tool keeps its sessions: those that `roots` name; or `folder` in `home`; or what the
 * tool's own `variable` names, else `folder` in the user's home, and in those of Windows that a Linux below it
 * sees. `also` is a variable that names one more place.
 */
export function placesOf(
  { home, roots }: SourceOptions,
  folder: string,
  variable?: string,
  also?: string,
): readonly string[] {
  if (roots) return [...new Set(roots.map((root) => resolve(root)))];
  if (home !== undefined) return [join(resolve(home), folder)];
  const system = thisSystem();
  const own = (variable && system.env[variable]) || join(system.home, folder);
  const other = (also && system.env[also]) || undefined;
  const ofWindows = windowsHomes(system).map((user) => join(user, folder));
  return [own, ...ofWindows, ...(other === undefined ? [] : [resolve(other)])];
}

/**
 * The files of sessions at a place, which is one, or a folder with them at any depth, in the order of
 * their names. A folder below it that cannot be read is reported; throws when the place itself cannot be.
 */
export function sessionFiles(
  place: string,
  isSession: (path: string) => boolean,
  context: Context,
): string[] {
  if (!statSync(place).isDirectory()) return isSession(place) ? [place] : [];
  context.signal.throwIfAborted();
  const entries = readdirSync(place, { withFileTypes: true });
  return entries
    .sort((a, b) => compareStrings(a.name, b.name))
    .flatMap((entry) => {
      const path = join(place, entry.name);
      // A link to a folder may lead anywhere, also to the root of the disk.
      if (entry.isDirectory()) return filesBelow(path, isSession, context);
      return isSession(path) ? [path] : [];
    });
}

/** The files of sessions in a folder, at any depth; none when it is not there, or cannot be read, which is reported. */
export function filesBelow(
  folder: string,
  isSession: (path: string) => boolean,
  context: Context,
): string[] {
  return orNone(folder, () => sessionFiles(folder, isSession, context), context);
}

/** The names in a folder, in order; none when it is not there, or cannot be read, which is reported. */
export function namesIn(folder: string, context: Context): string[] {
  return orNone(folder, () => readdirSync(folder).sort(), context);
}

function orNone(folder: string, find: () => string[], context: Context): string[] {
  context.signal.throwIfAborted();
  try {
    return find();
  } catch (cause) {
    context.signal.throwIfAborted();
    if (!isMissing(cause)) context.report(unreadableFolder(folder, cause));
    return [];
  }
}

/** The records at both ends of a file of JSON Lines, which may be gigabytes long; each end is parsed when it is asked for. */
export interface Ends {
  readonly head: JsonObject[];
  /** Of a short file the same as the head. */
  readonly tail: JsonObject[];
  /** Some text of the head is in no record. */
  readonly isDamaged: boolean;
  /** Of the file. */
  readonly bytes: number;
}

/**
 * Reads 64 KiB at each end of a file, and more of one that begins with a longer line; a line that does not lie whole in
 * them is left out. Throws when the file cannot be read.
 */
export function bothEnds(path: string): Ends {
  const size = sizeOf(path);
  const beginning = linesAt(path, 0, endLength, size);
  const head = once(() => {
    const lines = beginning();
    const isLonger = lines.records.length === 0 && size > endLength;
    return isLonger ? linesAt(path, 0, longestStart, size)() : lines;
  });
  const tail = size > endLength ? once(linesAt(path, size - endLength, endLength, size)) : head;
  return {
    get head() {
      return head().records;
    },
    get tail() {
      return tail().records;
    },
    get isDamaged() {
      return head().isDamaged;
    },
    bytes: statSync(path).size,
  };
}

/** Reads a piece of a file that has so many bytes; the function that it gives parses the lines that are whole in it. */
function linesAt(path: string, start: number, length: number, size: number) {
  const piece = readBytes(path, start, length);
  return () => {
    const lines = piece.toString().split("\n");
    if (start > 0) lines.shift();
    const isCut = start + length < size && lines.pop() !== undefined;
    const found = [...jsonLinesOf(lines, !isCut)];
    const records = found.flatMap((line) => ("record" in line ? [line.record] : []));
    return { records, isDamaged: records.length < found.length };
  };
}

const endLength = 64 * 1024;

/** The most that is read of the beginning, where the first line has a picture or a long prompt. */
const longestStart = 16 * 1024 * 1024;

/** A revision of a session: another one when a file of it has changed, or what is told of it. */
export function revisionOf(paths: readonly string[], ...told: readonly unknown[]): string {
  const states = paths.map((path) => {
    const info = attempt(() => statSync(path));
    return `${info?.size} ${info?.mtimeMs}`;
  });
  return createHash("sha256")
    .update(JSON.stringify([states, told]))
    .digest("hex")
    .slice(0, 16);
}

/**
 * The stores at some places, with the number of sessions that `list` finds in each, which throws when a place
 * cannot be read. `formatOf` tells the shape of each, where the tool has several.
 */
export function storesOf<Locator>(
  places: readonly string[],
  format: string,
  list: (place: string, context: Context) => readonly SessionRef<Locator>[],
  { signal }: Context,
  formatOf?: (locator: Locator) => string,
): Store[] {
  return places.map((path): Store => {
    let reason: string | undefined;
    try {
      const report = ({ code, message }: Diagnostic) => {
        if (code.startsWith("unreadable-")) reason ??= message;
      };
      const refs = list(path, { report, signal });
      const found = { path, format, found: true, readable: true, sessions: refs.length };
      if (refs.length === 0)
        return reason === undefined
          ? found
          : { path, format, found: true, readable: false, reason };
      const bytes = refs.reduce((sum, ref) => sum + (ref.bytes ?? 0), 0);
      const formats = formatOf && countEach(refs.map(({ locator }) => formatOf(locator)));
      return { ...found, ...(formats && { formats: Object.fromEntries(formats) }), bytes };
    } catch (cause) {
      signal.throwIfAborted();
      reason = messageOf(cause);
      return present({ path, format, found: !isMissing(cause), readable: false, reason });
    }
  });
}
