import { statSync } from "node:fs";
import { type Context, type JsonObject, present } from "@chatexport/core";
import { parseJson, promptTitle, readBytes, textOf, utcTime } from "@chatexport/core/read";
import { bothEnds, type Listed } from "@chatexport/core/source";
import { historyItem, itemsIn, taskFiles } from "./task-files.js";

/**
 * The facts about a task from the lists of the tool, and from both ends of the messages that a
 * person saw. A context is given when tasks are listed: then what is unknown in the lists is reported.
 */
export function taskHead(path: string, context?: Context): Listed {
  const files = taskFiles(path);
  const item = historyItem(path, context) ?? {};
  const { head, tail } = endsOf(files.shown ?? path);
  const times = (records: typeof head) => records.flatMap(({ ts }) => utcTime(ts) ?? []);
  const asked = head.find(({ say }) => say === "task") ?? head.find(({ text }) => textOf(text));
  const { cwd = cwdIn(files.api), parentId } = item;
  return present<Listed>({
    id: files.id,
    title: promptTitle(item.task ?? textOf(asked?.text) ?? ""),
    cwd,
    startedAt: times(head)[0],
    updatedAt: times(tail).at(-1),
    parent: parentId === undefined ? undefined : { sessionId: parentId, relation: "subagent" },
  });
}

/** The items at both ends of a list: of a short one all, for it is a whole document. */
function endsOf(path: string): { head: JsonObject[]; tail: JsonObject[] } {
  const { size } = statSync(path);
  if (size > longest) {
    const start = readBytes(path, 0, longest).toString();
    if (!start.trimStart().startsWith("[")) return bothEnds(path);
    return {
      head: toldIn(start),
      tail: toldIn(readBytes(path, size - longest, longest).toString()),
    };
  }
  const items = itemsIn(path).flatMap((line) => ("record" in line ? [line.record] : []));
  return { head: items, tail: items };
}

const longest = 64 * 1024;

/** The times and texts in a piece of a list, which may be a single line. */
function toldIn(piece: string): JsonObject[] {
  return [...piece.matchAll(told)].map(([, name = "", value]) => ({
    [name]: parseJson(value) ?? null,
  }));
}

const told = /(?<!\\)"(ts|text)"\s{0,9}:\s{0,9}(\d{13}|"(?:[^"\\]|\\.)*")/g;

/** The folder that the tool told the model with the first prompt. */
function cwdIn(path: string | undefined): string | undefined {
  if (path === undefined) return undefined;
  const start = readBytes(path, 0, 64 * 1024).toString();
  const told = /# Current (?:Working|Workspace) Directory \(([^)\n"]{1,500})\) Files/.exec(
    start,
  )?.[1];
  return told?.replaceAll("\\\\", "\\");
}
