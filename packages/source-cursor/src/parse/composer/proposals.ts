import { type JsonObject, present } from "@chatexport/core";
import { listOf, numberOf, objectOf, objectsOf, stringOf, textOf } from "@chatexport/core/read";
import { pathOf } from "../../values/uri.js";
import { fateOf } from "./diff-fates.js";

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
  /** Changes against the original, where they stand here and in no row of their own (before 0.46). */
  changes?: JsonObject;
}

/** The proposals of a composer. */
export interface Proposals {
  /** The one that an entry of a bubble's `codeBlocks` names; it is the bubble's from then on. */
  of(codeBlock: JsonObject, bubbleId: string): Proposal | undefined;
  /** The one whose changes lie in the row `codeBlockDiff:ID:diffId`. */
  withDiff(diffId: string): Proposal | undefined;
}

/** The proposals in `codeBlockData`: by URI a list (until about 1.0), later an object by `codeblockId`. */
export function proposalsOf(
  data: JsonObject,
  /** What became of the hunks of a block's diff, by its id. */
  fates: ReadonlyMap<string, JsonObject> = new Map(),
): Proposals {
  const byId = new Map<string, Proposal>();
  const byDiff = new Map<string, Proposal>();
  for (const [uri, value] of Object.entries(objectOf(data.codeBlockData) ?? {})) {
    for (const block of objectsOf(listOf(value) ?? Object.values(objectOf(value) ?? {}))) {
      const proposal = proposalOf(block, uri, data, fates);
      for (const id of idsOf(block, proposal.path)) byId.set(id, proposal);
      if (proposal.diffId !== undefined) byDiff.set(proposal.diffId, proposal);
    }
  }
  return {
    of(codeBlock, bubbleId) {
      if (byId.size === 0) return undefined;
      const id = idsOf(codeBlock, pathOf(codeBlock.uri)).find((id) => byId.has(id));
      const proposal = byId.get(id ?? "");
      if (proposal) proposal.bubbleId ??= bubbleId;
      return proposal;
    },
    withDiff: (diffId) => byDiff.get(diffId),
  };
}

function proposalOf(
  block: JsonObject,
  uri: string,
  data: JsonObject,
  fates: ReadonlyMap<string, JsonObject>,
): Proposal {
  const status = textOf(block.status);
  const isDecided = status === "accepted" || status === "rejected";
  const fate = isDecided ? undefined : fateOf(fates.get(textOf(block.codeblockId) ?? ""));
  return present({
    path: pathOf(block.uri) ?? pathOf(uri),
    content: textOf(block.content),
    languageId: textOf(block.languageId),
    status: fate ?? status,
    diffId: textOf(block.diffId),
    bubbleId: textOf(block.bubbleId),
    original: () => originalLines(data, uri),
    changes: listOf(block.newModelDiffWrtV0)?.length ? block : undefined,
  });
}

function idsOf(block: JsonObject, path: string | undefined): string[] {
  const ids: string[] = [];
  const codeblockId = textOf(block.codeblockId);
  const version = numberOf(block.version);
  if (codeblockId !== undefined) ids.push(codeblockId);
  if (path !== undefined && version !== undefined) ids.push(`${path}!${version}`);
  return ids;
}

/** `originalFileStates` hold the file as text (1.1 on), `originalModelLines` as lines. */
function originalLines(data: JsonObject, uri: string): string[] | undefined {
  const state = objectOf(objectOf(data.originalFileStates)?.[uri]);
  const text = stringOf(state?.content);
  if (text !== undefined) return text.split("\n");
  const lines = listOf(objectOf(data.originalModelLines)?.[uri]);
  return lines?.every((line) => typeof line === "string") ? lines : undefined;
}
