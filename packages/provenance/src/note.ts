import { createHash } from "node:crypto";
import { objectOf, parseJson, textOf } from "@chatexport/core/read";

/** The author of lines, as a note of git-ai (standard 3.0.0) says. */
export interface NotedLines {
  path: string;
  /** Begins with `s_` for a session, with `h_` for a person; older ones have 16 hex digits. */
  key: string;
  /** First and last line, counted from 1, in the commit. */
  ranges: [number, number][];
}

/** A note of git-ai. */
export interface Note {
  lines: NotedLines[];
  /** Ids of sessions, as their tools gave them, by key. */
  ids: Map<string, string>;
}

/** A note at `refs/notes/ai`; undefined where it is not one of git-ai. */
export function noteOf(text: string): Note | undefined {
  const [attested = "", metadata] = text.split(/^---$/m);
  const record = metadata === undefined ? undefined : objectOf(parseJson(metadata));
  if (!textOf(record?.schema_version)?.startsWith("authorship/")) return undefined;
  const ids = new Map<string, string>();
  for (const group of [objectOf(record?.prompts), objectOf(record?.sessions)])
    for (const [key, value] of Object.entries(group ?? {})) {
      const id = textOf(objectOf(objectOf(value)?.agent_id)?.id);
      if (id !== undefined) ids.set(key, id);
    }
  return { lines: linesOf(attested), ids };
}

function linesOf(attested: string): NotedLines[] {
  const lines: NotedLines[] = [];
  let path = "";
  for (const line of attested.split("\n")) {
    const entry = /^ {2}(\S+) ([\d,-]+)$/.exec(line);
    if (!entry) path = line.replace(/^"(.*)"$/, "$1");
    else {
      // Behind the session stands which of its edits it was.
      const [key = ""] = (entry[1] ?? "").split("::");
      const ranges = (entry[2] ?? "").split(",").map((range): [number, number] => {
        const [first = 0, last = first] = range.split("-").map(Number);
        return [first, last];
      });
      lines.push({ path, key, ranges });
    }
  }
  return lines;
}

/** Tells if a key of a note means a session. */
export function isKeyOf(
  key: string,
  { source, id }: { source: string; id: string },
  ids: ReadonlyMap<string, string>,
): boolean {
  if (ids.get(key) === id) return true;
  const digits = createHash("sha256").update(`${source}:${id}`).digest("hex");
  return key === `s_${digits.slice(0, 14)}` || key === digits.slice(0, 16);
}

/** The key that a note has for a line of a commit; undefined where it has none. */
export function keyAt({ lines }: Note, path: string, line: number): string | undefined {
  return lines.find(
    (each) =>
      each.path === path && each.ranges.some(([first, last]) => first <= line && line <= last),
  )?.key;
}
