import { readFileSync } from "node:fs";
import type { JsonObject } from "@chatexport/core";
import { objectOf, parseLine, wordOf } from "@chatexport/core/read";
import { dropped } from "../src/records/named-fields.js";
import { qoderTypes } from "../src/records/qoder-names.js";
import { fileHistoryTypes, skipReason, stateTypes } from "../src/records/records.js";

/** The keys whose values sessions have in words of their own. */
export const rewritten: Readonly<Record<string, string>> = {
  type: "a word of the format",
  subtype: "a word of the format",
};

/** The keys whose values are not looked for. */
export const notSought: Readonly<Record<string, string>> = { ...dropped, ...rewritten };

/** The records of a transcript that are kept: of those that replace each other, the last one. */
export function keptRecords(path: string): JsonObject[] {
  const lines = readFileSync(path, "utf8").split("\n");
  const records = lines
    .map((line) => objectOf(parseLine(line)))
    .filter((record) => record !== undefined);
  const last = new Map(records.map((record) => [wordOf(record.type), record]));
  const messages = new Set<string>();
  const uuids = new Set(records.map(({ uuid }) => uuid));
  return records.filter((record) => !isSkipped(record)).map(withoutRepetition);

  function isSkipped(record: JsonObject): boolean {
    const type = wordOf(record.type);
    if (stateTypes.has(type) || qoderTypes.has(type)) return last.get(type) !== record;
    // Summaries of other sessions; of file backups only the names are kept.
    const isElsewhere = type === "summary" && !uuids.has(record.leafUuid ?? "");
    const isSkipped = skipReason(record) !== undefined || type === "queue-operation";
    return isElsewhere || isSkipped || fileHistoryTypes.has(type) || isRepeated(record);
  }

  /** True when the same message was written before, or nothing is in it. */
  function isRepeated({ uuid, message }: JsonObject): boolean {
    const written = JSON.stringify([uuid, message]);
    const isWritten = message !== undefined && messages.has(written);
    messages.add(written);
    return (
      isWritten || objectOf(message)?.content === "<local-command-stdout></local-command-stdout>"
    );
  }
}

/** The record without what its result says in nearly the same words. */
function withoutRepetition(record: JsonObject): JsonObject {
  const { toolUseResult } = record;
  if (typeof toolUseResult !== "string") return record;
  return { ...record, toolUseResult: toolUseResult.replace(/^Error: /, "") };
}
