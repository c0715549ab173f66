import { type Json, type JsonObject, nonEmpty, present } from "@chatexport/core";
import {
  countEach,
  listOf,
  objectOf,
  objectsOf,
  plainName,
  setField,
  stringOf,
  type TallyCounter,
  textOf,
} from "@chatexport/core/read";
import type { Fields } from "@chatexport/core/source";
import type { KeyValues } from "@chatexport/sqlite";
import type { ReadContext } from "../../locate/contexts.js";
import { partRows } from "../../rows/read-rows.js";
import { eachOf, filled, jsonObjectOf } from "../../values/json-text.js";
import { pathOf } from "../../values/uri.js";
import { fieldsOf, leftOf, pathFrom } from "../fields.js";

/** One block of code that the model proposed for a file, with what became of it. */
export interface Proposal {
  /** Absolute path of the file. */
  path?: string;
  content?: string;
  languageId?: string;
  /** Cursor's word: "accepted", "rejected", "cancelled", "completed", "outdated", … */
  status?: string;
  diffId?: string;
  /** The bubble that proposed it. */
  bubbleId?: string;
  /** The lines of the file as it was when the conversation first changed it. */
  original(): string[] | undefined;
  /** Changes against the original, where they are here and in no row of their own (before 0.46). */
  changes?: Change[];
  /** The other fields of it. */
  fields: Fields;
}

/** The proposals of a composer. */
export interface Proposals {
  /** The one that an entry of a bubble's `codeBlocks` names; it is the bubble's from then on. */
  of(codeBlock: Fields, bubbleId: string): Proposal | undefined;
  /** The one whose changes lie in the row `codeBlockDiff:ID:diffId`. */
  withDiff(diffId: string): Proposal | undefined;
  /** Those that no bubble names, by URI. */
  rest(): JsonObject | undefined;
}

/** The proposals in `codeBlockData`: by URI a list (until about 1.0), later an object by `codeblockId`. */
export function proposalsOf(
  data: JsonObject,
  /** The fates of the hunks of a block's diff, by its id. */
  fates: ReadonlyMap<string, JsonObject> = new Map(),
): Proposals {
  const byId = new Map<string, Proposal>();
  const byDiff = new Map<string, Proposal>();
  const free = new Map<Proposal | symbol, { uri: string; value: Json }>();
  for (const [uri, found] of Object.entries(objectOf(data.codeBlockData) ?? {}))
    for (const value of listOf(found) ?? Object.values(objectOf(found) ?? { found })) {
      const fields = fieldsOf(objectOf(value) ?? {});
      const proposal = objectOf(value) && proposalOf(fields, uri, data, fates);
      if (proposal) for (const id of idsOf(fields, proposal.path)) byId.set(id, proposal);
      if (proposal?.diffId !== undefined) byDiff.set(proposal.diffId, proposal);
      free.set(proposal ?? Symbol(uri), { uri, value });
    }
  return {
    of(codeBlock, bubbleId) {
      const id = idsOf(codeBlock, pathFrom(codeBlock, "uri")).find((id) => byId.has(id));
      const proposal = byId.get(id ?? "");
      if (!proposal) return undefined;
      free.delete(proposal);
      proposal.bubbleId ??= bubbleId;
      return proposal;
    },
    withDiff: (diffId) => byDiff.get(diffId),
    rest() {
      const rest: Record<string, Json[]> = {};
      for (const { uri, value } of free.values())
        setField(rest, uri, [...(rest[uri] ?? []), leftOf(fieldsOf({ value }))?.value ?? null]);
      return filled(rest);
    },
  };
}

function proposalOf(
  block: Fields,
  uri: string,
  data: JsonObject,
  fates: ReadonlyMap<string, JsonObject>,
): Proposal {
  const status = block.text("status");
  const isDecided = status === "accepted" || status === "rejected";
  const fate = isDecided ? undefined : fateOf(fates.get(block.text("codeblockId") ?? ""));
  const changes = block.made((list) => listOf(list)?.flatMap(changeOf), "newModelDiffWrtV0");
  return present({
    path: pathFrom(block, "uri") ?? pathOf(uri),
    content: block.text("content"),
    languageId: block.text("languageId"),
    status: fate ?? status,
    diffId: block.text("diffId"),
    bubbleId: block.text("bubbleId"),
    original: () => originalLines(data, uri),
    changes: nonEmpty(changes ?? []),
    fields: block,
  });
}

function idsOf(block: Fields, path: string | undefined): string[] {
  const ids: string[] = [];
  const codeblockId = block.text("codeblockId");
  const version = block.number("version");
  block.number("codeBlockIdx");
  if (codeblockId !== undefined) ids.push(codeblockId);
  if (path !== undefined && version !== undefined) ids.push(`${path}!${version}`);
  return ids;
}

/** `originalFileStates` hold the file as text (1.1 on), `originalModelLines` as lines. */
function originalLines(data: JsonObject, uri: string): string[] | undefined {
  const state = objectOf(objectOf(data.originalFileStates)?.[uri]);
  const text = stringOf(state?.content);
  if (text !== undefined) return text.split("\n");
  return linesOf(objectOf(data.originalModelLines)?.[uri]);
}

/** Lines that take the place of others, those from `start` to before `end`. */
export interface Change {
  start: number;
  end: number;
  modified: string[];
  /** More is said of it. */
  isMore: boolean;
}

/** The change in an entry of `newModelDiffWrtV0`; none where it has another shape. */
export function changeOf(value: Json): Change[] {
  const change = fieldsOf(objectOf(value) ?? {});
  const range = change.object("original");
  const start = range?.number("startLineNumber") ?? 0;
  const end = range?.number("endLineNumberExclusive") ?? 0;
  const modified = change.made(linesOf, "modified");
  if (start < 1 || end < start || !modified) return [];
  return [{ start, end, modified, isMore: change.rest() !== undefined }];
}

function linesOf(value: Json | undefined): string[] | undefined {
  return eachOf(value, stringOf);
}

/** True when an edit says all that an entry does. */
export function isWhole(value: Json): boolean {
  return changeOf(value).some(({ isMore }) => !isMore);
}

/**
 * The fates of the hunks of each diff, by the id of its block: rows
 * `codeBlockPartialInlineDiffFates:ID:codeblockId`.
 */
export function diffFates(
  rows: KeyValues | undefined,
  composerId: string,
  tally: TallyCounter,
  context: ReadContext,
): Map<string, JsonObject> {
  const fates = new Map<string, JsonObject>();
  const prefix = `codeBlockPartialInlineDiffFates:${composerId}:`;
  for (const [id, row] of partRows(rows, prefix, tally, context))
    if (listOf(row.fates)?.length === 0) tally.skip("empty");
    else {
      tally.keep();
      fates.set(id, row);
    }
  return fates;
}

/** The fate of a diff as a whole: undefined where its hunks differ, or none was decided. */
function fateOf(row: JsonObject | undefined): "accepted" | "rejected" | undefined {
  const words = new Set<Json | undefined>(objectsOf(row?.fates).map(({ fate }) => fate));
  if (words.size !== 1) return undefined;
  if (words.has("accepted")) return "accepted";
  return words.has("rejected") ? "rejected" : undefined;
}

/**
 * The number of hunks that met each fate, of the diffs that a bubble's call and code blocks name; nothing
 * where an edit says it.
 */
export function fatesOfBubble(
  bubble: JsonObject,
  fates: ReadonlyMap<string, JsonObject>,
): JsonObject | undefined {
  if (fates.size === 0) return undefined;
  const ofCall = jsonObjectOf(objectOf(bubble.toolFormerData)?.additionalData)?.codeblockId;
  const ids = new Set(objectsOf(bubble.codeBlocks).map(({ codeblockId }) => textOf(codeblockId)));
  for (const id of ids) if (fateOf(fates.get(id ?? "")) !== undefined) ids.delete(id);
  const met = [...ids.add(textOf(ofCall))].flatMap((id) => objectsOf(fates.get(id ?? "")?.fates));
  const words = met.map(({ fate }) => plainName(textOf(fate) ?? "unknown"));
  return filled(Object.fromEntries(countEach(words)));
}
