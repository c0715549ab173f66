import type { Moved } from "./moved.js";

/** Finds what may name something that moves, before it is read as JSON; only no is certain. */
export interface Candidates {
  /** An SQL condition on a column, for values of any storage class. */
  condition(column: string): string;
  /** Whether a text of JSON, outside of other texts, may be a place as a whole. */
  mayName(json: Buffer): boolean;
}

/** What values that name one of the moved places have in common. */
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
