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
import { listOf, objectOf, type TallyCounter } from "@chatexport/core/read";
import type { Fields } from "@chatexport/core/source";
import type { KeyValues } from "@chatexport/sqlite";
import type { ReadContext } from "../../locate/contexts.js";
import { partRows } from "../../rows/read-rows.js";
import { eachOf, filled, without } from "../../values/json-text.js";
import { fieldsOf, leftOf, pathFrom } from "../fields.js";
import { hunkAt } from "../tools/diff-hunks.js";
import { fenced } from "./prompt-text.js";
import { type Change, changeOf, isWhole, type Proposal, type Proposals } from "./proposals.js";

/**
 * The code blocks of a bubble, mostly in its text already; in late 2024 the composer holds the content.
 * `shown`: `{path, status}` and what else is known of each block that the text shows.
 */
export function codeParts(
  bubble: Fields,
  bubbleId: string,
  text: string,
  proposals: Proposals,
): { parts: Part[]; shown?: JsonObject[] } {
  const parts: Part[] = [];
  const shown: JsonObject[] = [];
  for (const block of bubble.made(blocksOf, "codeBlocks") ?? []) {
    const proposal = proposals.of(block, bubbleId);
    const content = block.text("content") ?? proposal?.content;
    const path = pathFrom(block, "uri") ?? proposal?.path;
    const own = block.text("status");
    const status = proposal?.status ?? own;
    const language = block.text("languageId", "language") ?? proposal?.languageId;
    const native = filled({ ...leftOf(block), ...leftOf(proposal?.fields) });
    if (content === undefined || showsCode(text, content)) {
      const isNamed = path !== undefined && status !== undefined;
      if (isNamed || native) shown.push({ ...(isNamed && { path, status }), ...native });
    } else if (path !== undefined)
      parts.push(
        present({ ...editPart([{ path, kind: "update", after: content }], status), native }),
      );
    else parts.push(present({ type: "text", text: fenced(content, language), native }));
    if (proposal?.changes) parts.push(...changeParts(proposal.changes, proposal));
  }
  return present({ parts, shown: nonEmpty(shown) });
}

/** The entries of a list of code blocks. */
function blocksOf(list: Json): Fields[] | undefined {
  return eachOf(list, objectOf)?.map(fieldsOf);
}

/** Further facts about code blocks that a call wrote, or that are in a prompt. */
export function blocksBeside(bubble: Fields): JsonObject[] | undefined {
  const left = bubble.made(blocksOf, "codeBlocks")?.map((block) => {
    for (const name of ["content", "codeblockId", "status", "languageId", "language"])
      block.string(name);
    block.number("version");
    block.number("codeBlockIdx");
    pathFrom(block, "uri");
    return leftOf(block);
  });
  return left && nonEmpty(left.filter((block) => block !== undefined));
}

/** True when a text has the code as lines of its own. */
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
export function suggestedParts(bubble: Fields, text: string): Part[] {
  const parts = (list: Json) =>
    eachOf(list, (item) => suggestion(fieldsOf(objectOf(item) ?? {}), text))?.flat();
  return ["suggestedCodeBlocks", "assistantSuggestedDiffs", "suggestedDiffs"].flatMap(
    (name) => bubble.made(parts, name) ?? [],
  );
}

/** None where the text shows the edit; undefined where there is none. */
function suggestion(item: Fields, text: string): Part[] | undefined {
  const path = item.text("filePath", "relativeWorkspacePath") ?? pathFrom(item, "uri");
  const before = item.string("oldContent");
  const after = item.string("newContent", "code", "content");
  const start = item.number("startLine", "startLineNumber");
  const end = item.number("endLine", "endLineNumber");
  const language = item.text("language", "languageId");
  const status = item.text("status");
  if (after === undefined) return undefined;
  if (before === undefined && showsCode(text, after)) return [];
  const native = leftOf(item);
  if (path === undefined) return [present({ type: "text", text: fenced(after, language), native })];
  const isRange = start !== undefined && end !== undefined && start >= 1 && end >= start;
  const range = isRange ? { start, end } : undefined;
  const edit: FileEdit = present({ path, kind: "update", range, before, after });
  return [present({ ...editPart([edit], status), native })];
}

/** The changes of a row `codeBlockDiff:ID:diffId`, with the old lines where the composer kept that version. */
function changeParts(changes: readonly Change[], { path, status, original }: Proposal): EditPart[] {
  if (path === undefined) return [];
  const lines = original();
  const hunks: Hunk[] = [];
  const edits: FileEdit[] = [];
  let shift = 0;
  for (const { start, end, modified } of changes) {
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
  for (const [diffId, row] of partRows(rows, prefix, tally, context)) {
    const stored = leftOf(fieldsOf(row));
    if (!stored) {
      tally.skip("empty");
      continue;
    }
    tally.keep();
    const proposal = proposals.withDiff(diffId);
    const message = proposal && byId.get(proposal.bubbleId ?? "");
    const { path } = proposal ?? {};
    if (!message) {
      rest.push(present({ diffId, path, ...stored }));
      continue;
    }
    const changes = listOf(row.newModelDiffWrtV0) ?? [];
    const isEdited = message.parts.some(showsEdit);
    const parts = isEdited ? [] : changeParts(changes.flatMap(changeOf), proposal);
    // Files that were attached and notices stand behind what the model did.
    const end = message.parts.findIndex(({ type }) => type === "file" || type === "notice");
    message.parts.splice(end === -1 ? message.parts.length : end, 0, ...parts);
    const isShown = parts.length > 0 && changes.every(isWhole);
    const left = filled(isShown ? without(stored, "newModelDiffWrtV0") : stored);
    if (!left) continue;
    const others = listOf(message.native?.codeBlockDiffs) ?? [];
    const codeBlockDiffs = [...others, present<JsonObject>({ diffId, path, ...left })];
    message.native = { ...message.native, codeBlockDiffs };
  }
  return rest;
}

function showsEdit(part: Message["parts"][number]): boolean {
  return (
    part.type === "tool-call" &&
    "edits" in part &&
    part.edits?.some(({ hunks, before, after }) => hunks ?? before ?? after) === true
  );
}
