import type { JsonObject, Message } from "@chatexport/core";
import type { TallyCounter } from "@chatexport/core/read";
import type { KeyValues } from "@chatexport/sqlite";
import type { ReadContext } from "../read-context.js";
import { changeParts } from "./edits.js";
import type { Proposals } from "./proposals.js";
import { readRow } from "./rows.js";

/**
 * Puts the rows `codeBlockDiff:ID:diffId` on the messages that proposed the changes, unless a call on
 * them shows its edit already. Those whose file or message is not known are returned.
 */
export function placeDiffs(
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
    const diffId = key.slice(prefix.length);
    const proposal = proposals.withDiff(diffId);
    const message = proposal && byId.get(proposal.bubbleId ?? "");
    if (message?.parts.some(showsEdit)) {
      tally.skip("duplicate");
      continue;
    }
    const row = readRow(rows, key, tally, context);
    if (!row) continue;
    const parts = proposal ? changeParts(row, proposal) : [];
    const changes = row.newModelDiffWrtV0;
    if (message && parts.length > 0) message.parts.splice(endOfWork(message), 0, ...parts);
    else if (Array.isArray(changes) && changes.length > 0)
      rest.push({ diffId, ...(proposal?.path && { path: proposal.path }), changes });
    else {
      tally.skip("empty");
      continue;
    }
    tally.keep();
  }
  return rest;
}

/** Files that were attached and notices stand behind what the model did. */
function endOfWork({ parts }: Message): number {
  const end = parts.findIndex(({ type }) => type === "file" || type === "notice");
  return end === -1 ? parts.length : end;
}

function showsEdit(part: Message["parts"][number]): boolean {
  return (
    part.type === "tool-call" &&
    "edits" in part &&
    part.edits?.some(({ hunks, before, after }) => hunks ?? before ?? after) === true
  );
}
