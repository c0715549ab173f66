import type { EditPart, Part } from "@chatexport/core";
import { thoughtIn } from "@chatexport/core/read";

/** An answer, with what the model thought apart from what it said. */
export interface Answer {
  thought?: string;
  said: string;
}

/** Takes apart what a model thought and what it said. */
export function answerIn(text: string): Answer {
  const begin = openThought.exec(text);
  if (!begin) return thoughtIn(text) ?? { said: text };
  const inner = begin.index + begin[0].length;
  const rest = text.slice(inner);
  const end = closeThought.exec(rest);
  const thought = rest.slice(0, end?.index).trim();
  const after = end ? rest.slice(end.index + end[0].length) : "";
  return { ...(thought && { thought }), said: text.slice(0, begin.index) + after };
}

// The tag is the same in all versions since 0.75.
const openThought = /^<thinking-content-[0-9a-f]{32}>$/m;
const closeThought = /^<\/thinking-content-[0-9a-f]{32}>$/m;

/** The parts of what a model said: text, and edits that are certain. */
export function partsIn(said: string): Part[] {
  const lines = said.split("\n");
  const parts: Part[] = [];
  let last = 0;
  for (const [at, line] of lines.entries()) {
    const edit = at >= last + 2 && begins.test(line) ? editAt(lines, at) : undefined;
    if (!edit) continue;
    parts.push(...textOf(lines.slice(last, at - 2)), edit.part);
    last = edit.end;
  }
  return [...parts, ...textOf(lines.slice(last))];
}

function textOf(lines: readonly string[]): Part[] {
  const first = lines.findIndex((line) => line.trim() !== "");
  return first < 0 ? [] : [{ type: "text", text: lines.slice(first).join("\n").trimEnd() }];
}

const begins = /^<{5,9} (?:SEARCH>?|ORIGINAL|HEAD)\s{0,9}$/;
const divides = /^={5,9}\s{0,9}$/;
const ends = /^>{5,9} (?:REPLACE|UPDATED|updated)\s{0,9}$/;
const fence = /^(`{3,9}|<(?:source|code|pre)>)[\w+#.-]{0,40}$/;
const filePath = /^[\w@~./\\][\w./\\@~()[\]+-]{0,300}$/;

/**
 * The edit at the beginning of a SEARCH/REPLACE block, with the line after it: where a fence is right around it, and
 * the path of a file at the fence. All others stay text, as they are.
 */
function editAt(lines: readonly string[], at: number): { part: EditPart; end: number } | undefined {
  const [above = "", next = ""] = [lines[at - 2]?.trim(), lines[at - 1]?.trim()];
  // In 2023, the path was the first line inside.
  const [path, opening] = fence.test(next) ? [above, next] : [next, above];
  const mark = fence.exec(opening)?.[1];
  if (mark === undefined || !filePath.test(path)) return undefined;
  const middle = nextAt(lines, at, divides);
  const end = nextAt(lines, middle, ends);
  if (lines[end + 1]?.trim() !== mark.replace("<", "</")) return undefined;
  const [before, after] = [lines.slice(at + 1, middle), lines.slice(middle + 1, end)].map((texts) =>
    texts.map((line) => `${line}\n`).join(""),
  );
  const kind = before === "" ? "create" : "update";
  const edit = {
    path,
    kind,
    ...(before && { before }),
    ...(after !== undefined && { after }),
  } as const;
  return { part: { type: "edit", edits: [edit], status: "proposed" }, end: end + 2 };
}

/** The next line of a block that matches; the last one of all when there is none. */
function nextAt(lines: readonly string[], from: number, pattern: RegExp): number {
  for (let at = from + 1; at < lines.length; at++) {
    if (pattern.test(lines[at] ?? "")) return at;
    if (begins.test(lines[at] ?? "")) break;
  }
  return lines.length;
}
