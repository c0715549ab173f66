import {
  type EditPart,
  type FileEdit,
  type Hunk,
  type Json,
  type JsonObject,
  type Message,
  nonEmpty,
  type Part,
  present,
} from "@chatexport/core";
import {
  listOf,
  numberOf,
  objectOf,
  objectsOf,
  stringOf,
  type TallyCounter,
  textOf,
} from "@chatexport/core/read";
import type { KeyValues } from "@chatexport/sqlite";
import type { ReadContext } from "../../locate/contexts.js";
import { readRow } from "../../rows/read-rows.js";
import { filled, firstText, without } from "../../values/json-text.js";
import { pathOf } from "../../values/uri.js";
import { hunkAt } from "../tools/diff-hunks.js";
import { pickedFrom } from "./native-facts.js";
import { fenced } from "./prompt-text.js";
import type { Proposal, Proposals } from "./proposals.js";

/**
 * The code blocks of a bubble, mostly in its text already; in late 2024 the composer holds the content.
 * `shown`: `{path, status}` for each block that the text shows.
 */
export function codeParts(
  bubble: JsonObject,
  bubbleId: string,
  text: string,
  proposals: Proposals,
): { parts: Part[]; shown?: JsonObject[] } {
  const parts: Part[] = [];
  const shown: JsonObject[] = [];
  for (const block of objectsOf(bubble.codeBlocks)) {
    const proposal = proposals.of(block, bubbleId);
    const content = textOf(block.content) ?? proposal?.content;
    const path = pathOf(block.uri) ?? proposal?.path;
    const status = proposal?.status ?? textOf(block.status);
    if (content === undefined || showsCode(text, content)) {
      if (path !== undefined && status !== undefined) shown.push({ path, status });
    } else if (path !== undefined)
      parts.push(editPart([{ path, kind: "update", after: content }], status));
    else {
      const language = firstText(block, "languageId", "language") ?? proposal?.languageId;
      parts.push({ type: "text", text: fenced(content, language) });
    }
    if (proposal?.changes) parts.push(...changeParts(proposal.changes, proposal));
  }
  return present({ parts, shown: nonEmpty(shown) });
}

/** Whether a text has the code as lines of its own. */
function showsCode(text: string, code: string): boolean {
  const wanted = code.trim();
  if (wanted === "") return true;
  let at = text.indexOf(wanted);
  while (at !== -1) {
    const end = at + wanted.length;
    const before = text.slice(at === 0 ? 0 : text.lastIndexOf("\n", at - 1) + 1, at);
    if (before.trim() === "" && text.slice(end, lineEnd(text, end)).trim() === "") return true;
    // Further on in the same line it would stand behind this one.
    at = text.indexOf(wanted, lineEnd(text, at) + 1);
  }
  return false;
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end === -1 ? text.length : end;
}

/** Edits that an answer suggests, in fields that are empty since mid-2025. */
export function suggestedParts(bubble: JsonObject, text: string): Part[] {
  const { suggestedCodeBlocks, assistantSuggestedDiffs, suggestedDiffs } = bubble;
  return [suggestedCodeBlocks, assistantSuggestedDiffs, suggestedDiffs].flatMap((list) =>
    objectsOf(list).flatMap((item) => suggestion(item, text)),
  );
}

function suggestion(item: JsonObject, text: string): Part[] {
  const path = firstText(item, "filePath", "relativeWorkspacePath") ?? pathOf(item.uri);
  const before = stringOf(item.oldContent);
  const after = stringOf(item.newContent) ?? stringOf(item.code) ?? stringOf(item.content);
  if (after === undefined || (before === undefined && showsCode(text, after))) return [];
  if (path === undefined)
    return [{ type: "text", text: fenced(after, firstText(item, "language", "languageId")) }];
  const edit: FileEdit = present({ path, kind: "update", range: rangeOf(item), before, after });
  return [editPart([edit], textOf(item.status))];
}

function rangeOf(item: JsonObject): FileEdit["range"] {
  const start = numberOf(item.startLine) ?? numberOf(item.startLineNumber);
  const end = numberOf(item.endLine) ?? numberOf(item.endLineNumber);
  const isRange = start !== undefined && end !== undefined && start >= 1 && end >= start;
  return isRange ? { start, end } : undefined;
}

/** The changes of a row `codeBlockDiff:ID:diffId`, with the old lines where the composer kept that version. */
function changeParts(row: JsonObject, { path, status, original }: Proposal): EditPart[] {
  if (path === undefined) return [];
  const lines = original();
  const hunks: Hunk[] = [];
  const edits: FileEdit[] = [];
  let shift = 0;
  for (const { start, end, modified } of objectsOf(row.newModelDiffWrtV0).flatMap(changeOf)) {
    const old = lines?.slice(start - 1, end - 1);
    // Nothing was replaced, so that the hunk is complete without the old lines.
    if (old?.length === end - start || start === end) {
      const lines = [
        ...(old ?? []).map((line) => `-${line}`),
        ...modified.map((line) => `+${line}`),
      ];
      hunks.push(hunkAt(start, start + shift, lines));
      shift += modified.length - (end - start);
    } else
      edits.push({
        path,
        kind: "update",
        range: { start, end: end - 1 },
        after: modified.join("\n"),
      });
  }
  if (hunks.length > 0) edits.unshift({ path, kind: "update", hunks });
  return edits.length > 0 ? [editPart(edits, status)] : [];
}

function changeOf({ original, modified }: JsonObject) {
  const range = objectOf(original);
  const start = numberOf(range?.startLineNumber) ?? 0;
  const end = numberOf(range?.endLineNumberExclusive) ?? 0;
  const lines = listOf(modified)?.map((line) => stringOf(line) ?? "");
  return start < 1 || end < start || !lines ? [] : [{ start, end, modified: lines }];
}

/** Whatever was not decided was only proposed, also where Cursor had it ready or gave it up. */
function editPart(edits: FileEdit[], status: string | undefined): EditPart {
  const isDecided = status === "accepted" || status === "rejected";
  const fate = status === undefined || status === "none" ? undefined : "proposed";
  return present({ type: "edit", edits, status: isDecided ? status : fate });
}

/**
 * Puts the rows `codeBlockDiff:ID:diffId` on their messages, as edits where these show none yet; what no
 * edit shows is in `native`. Returns the rows without a message.
 */
export function attachDiffs(
  rows: KeyValues,
  composerId: string,
  messages: readonly Message[],
  proposals: Proposals,
  tally: TallyCounter,
  context: ReadContext,
): JsonObject[] {
  const rest: JsonObject[] = [];
  const prefix = `codeBlockDiff:${composerId}:`;
  const byId = new Map(messages.map((message) => [message.id, message]));
  for (const { key } of rows.keys(prefix)) {
    tally.read();
    const row = readRow(rows, key, tally, context);
    if (!row) continue;
    const stored = pickedFrom(row, Object.keys(row));
    if (!stored) {
      tally.skip("empty");
      continue;
    }
    tally.keep();
    const diffId = key.slice(prefix.length);
    const proposal = proposals.withDiff(diffId);
    const message = proposal && byId.get(proposal.bubbleId ?? "");
    const { path } = proposal ?? {};
    if (!message) {
      rest.push(present({ diffId, path, ...stored }));
      continue;
    }
    const parts = message.parts.some(showsEdit) ? [] : changeParts(row, proposal);
    // Files that were attached and notices stand behind what the model did.
    const end = message.parts.findIndex(({ type }) => type === "file" || type === "notice");
    message.parts.splice(end === -1 ? message.parts.length : end, 0, ...parts);
    const isShown = parts.length > 0 && listOf(row.newModelDiffWrtV0)?.every(isChange);
    const left = filled(isShown ? without(stored, "newModelDiffWrtV0") : stored);
    if (!left) continue;
    const others = listOf(message.native?.codeBlockDiffs) ?? [];
    const codeBlockDiffs = [...others, present<JsonObject>({ diffId, path, ...left })];
    message.native = { ...message.native, codeBlockDiffs };
  }
  return rest;
}

function isChange(value: Json): boolean {
  return [objectOf(value) ?? {}].flatMap(changeOf).length > 0;
}

function showsEdit(part: Message["parts"][number]): boolean {
  return (
    part.type === "tool-call" &&
    "edits" in part &&
    part.edits?.some(({ hunks, before, after }) => hunks ?? before ?? after) === true
  );
}
