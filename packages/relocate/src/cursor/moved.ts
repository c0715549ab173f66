import { join } from "node:path";
import type { PathMap } from "../move/path-map.js";

/** All that gets another name. */
export interface Moved {
  /** The project's folders, and those of Cursor that are named after them. */
  paths: PathMap;
  /** Folders of `workspaceStorage` by their names, before and after. */
  ids: ReadonlyMap<string, string>;
}

/** Where a path is that begins with "~", as `storage.json` has them; undefined for one that stays. */
export function movedBelowHome(text: string, { paths }: Moved, home: string): string | undefined {
  if (!/^~[\\/]/.test(text)) return undefined;
  const to = paths.path(join(home, text.slice(2)));
  if (to === undefined) return undefined;
  const isBelow = to.startsWith(home) && /^[\\/]/.test(to.slice(home.length));
  return isBelow ? `~${to.slice(home.length)}` : to;
}

/** Finds values that may name something that moves, before they are read as JSON; only "no" is certain. */
export interface Candidates {
  /** An SQL condition on a column, for values of any storage class. */
  condition(column: string): string;
  /** Whether a JSON text may hold a string that is, as a whole, a name that moves. */
  mayName(json: Buffer): boolean;
}

/** Finds values by the words that all spellings of the moved paths contain. */
export function candidates({ paths, ids }: Moved): Candidates {
  const { words } = paths;
  if (words === undefined) return { condition: () => "1", mayName: () => true };
  const names = [...ids.keys()];
  const anyCase = words.flatMap((word) => (word.isAnyCase ? word.text.toLowerCase() : []));
  const exact = new Set([...words.flatMap((word) => (word.isAnyCase ? [] : word.text)), ...names]);
  const inPaths = [...new Set(words.map(({ text }) => escaped(text)))].join("|");
  const pattern = [
    ...(inPaths === "" ? [] : [`(?:file:|[/~\\\\]|[A-Za-z]:)(?:[^"\\\\]|\\\\.)*?(?:${inPaths})`]),
    ...names.map((name) => `${escaped(name)}"`),
  ].join("|");
  // A quote behind a backslash begins no text, but stands in one.
  const place = new RegExp(`(?<!\\\\)"(?:${pattern})`, anyCase.length > 0 ? "i" : "");
  return {
    condition(column) {
      // In bytes, as texts may end at a zero byte.
      const tests = [
        ...[...exact].map((word) => `instr(CAST(${column} AS BLOB), ${blob(word)})`),
        ...anyCase.map((word) => `instr(CAST(lower(${column}) AS BLOB), ${blob(word)})`),
      ];
      return `(${tests.join(" OR ") || "0"})`;
    },
    mayName: (json) => place.test(json.toString("latin1")),
  };
}

function blob(text: string): string {
  return `x'${Buffer.from(text).toString("hex")}'`;
}

function escaped(text: string): string {
  return text.replace(/[^A-Za-z0-9]/g, "\\$&");
}
