import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { JsonObject } from "@chatexport/core";
import { listOf, objectOf, parseLine, textOf } from "@chatexport/core/read";
import { indexEntries } from "@chatexport/source-claude/paths";
import { applyEdits, findNodeAtLocation, modify, parseTree } from "jsonc-parser";
import type { Repair } from "./damages.js";

/** A row of an index whose transcript is not there. */
interface LostRow {
  session: string;
  /** Its place among all rows. */
  at: number;
}

/** The rows of a project's index that name a transcript which is neither beside it nor where they say. */
export function lostRows(path: string): LostRow[] {
  const rows = rowsIn(readFileSync(path, "utf8"));
  return rows.flatMap((row, at) => {
    const session = textOf(row?.sessionId);
    if (session === undefined) return [];
    const places = [join(dirname(path), `${session}.jsonl`), textOf(row?.fullPath) ?? ""];
    return places.some((place) => existsSync(place)) ? [] : [{ session, at }];
  });
}

/** Says how an index becomes one without such rows; all other bytes stay. */
export function planIndexRepair(path: string): Repair {
  const before = readFileSync(path);
  const text = before.toString("utf8");
  const lost = lostRows(path);
  const tree = parseTree(text);
  let after = text;
  // From the end, so that the places of the others stay.
  for (const { at } of lost.toReversed())
    after = applyEdits(after, modify(after, [indexEntries, at], undefined, {}));
  return {
    findings: lost.map(({ at }) => ({
      damage: "lost-transcript",
      line: lineOf(text, (tree && findNodeAtLocation(tree, [indexEntries, at])?.offset) ?? 0),
    })),
    isHopeless: false,
    edit: {
      ...{ source: "claude", session: lost[0]?.session ?? "" },
      ...{ path, before, after: Buffer.from(after) },
      folder: folderOf(text) ?? dirname(path),
    },
  };
}

function rowsIn(text: string): (JsonObject | undefined)[] {
  return (listOf(objectOf(parseLine(text))?.[indexEntries]) ?? []).map(objectOf);
}

/** The folder of the project. */
function folderOf(text: string): string | undefined {
  const own = textOf(objectOf(parseLine(text))?.originalPath);
  return own ?? rowsIn(text).flatMap((row) => textOf(row?.projectPath) ?? [])[0];
}

/** Counted from 1. */
function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}
