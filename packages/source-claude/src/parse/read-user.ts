import { type Message, type NoticePart, present } from "@chatexport/core";
import { listOf, objectOf } from "@chatexport/core/read";
import { addNative, type Holder } from "@chatexport/core/source";
import { isCompactionSummary, splitSummary } from "../records/compaction-summary.js";
import { automated, isAutomated, roleOf, writerOf } from "../records/injected-text.js";
import { promptParts, textsOf } from "../records/prompts.js";
import { says } from "../says.js";
import { holdersOf, type RecordedResult, resultPart } from "../tools/results.js";
import { hasOneResult } from "../tools/transcript-tools.js";
import { afterFirstText, restOfText } from "./first-text.js";
import {
  addRecord,
  beginMessage,
  type Fate,
  type LineState,
  type OpenEntry,
} from "./line-state.js";

/** Reads a record of the user: a prompt, results of calls, a summary, or what the tool adds. */
export function readUser(entry: OpenEntry, line: LineState): Fate {
  const { record, fields, message, turn, blockNames } = entry;
  const { cleared, index } = line.context;
  const { tools } = index;
  const content = message.json("content");
  const blocks = listOf(content) ?? [];
  const [text = ""] = textsOf(content);
  const writer = writerOf(record);
  fields.flag("isMeta");
  const isSummary = fields.flag("isCompactSummary") === true || isCompactionSummary(text, writer);
  const { summary: gist, told } = isSummary ? splitSummary(text) : { summary: text, told: [] };
  const summary = isSummary ? [addSummary(entry, gist, line)] : [];
  for (const holder of summary) addNative(holder, restOfText(blocks, blockNames));

  const recorded = blocks.flatMap((item) => tools.recorded.get(objectOf(item) ?? {}) ?? []);
  if (recorded.length > 0 && hasOneResult(record)) fields.json("toolUseResult");
  const isUnpaired = ({ block }: RecordedResult) => tools.unpaired.has(block);
  // Other fields of the record are on the message.
  const results = recorded
    .filter(isUnpaired)
    .map(({ native: _, ...result }) => resultPart(result, blockNames));
  const said = promptParts(
    isSummary && text !== "" ? afterFirstText(blocks) : content,
    writer,
    blockNames,
  );
  const parts = [...results, ...told, ...(isAutomated(record) ? automated(said) : said)];
  // The results of calls stand in these.
  const holders = recorded.flatMap((result) => (isUnpaired(result) ? [] : holdersOf(result)));
  if (parts.length === 0 && holders.length + summary.length === 0) return { skipped: "empty" };
  for (const holder of holders) addNative(holder, present({ uuid: record.uuid }));
  if (parts.length === 0) return { kept: [...summary, ...holders] };
  if (parts.some((part) => part.type === "notice" && part.code === "interrupted"))
    cancelCalls(line.response);
  // Nothing came of what was asked before.
  if (turn) line.failedTry = undefined;
  if (cleared.has(record)) parts.unshift(clearedContext);
  const mode = fields.text("permissionMode");
  const begun = beginMessage(entry, roleOf(parts), parts, line, present({ mode }));
  return { kept: [...summary, ...holders, begun] };
}

/** Ends the calls of an answer that have no result when the user interrupts it. */
function cancelCalls(answer: Message | undefined): void {
  for (const part of answer?.parts ?? [])
    if (part.type === "tool-call" && part.status === "pending") part.status = "cancelled";
}

/** The mark before a prompt of which no record says so: it only has no parent. */
const clearedContext: NoticePart = {
  type: "notice",
  level: "info",
  text: says.cleared,
};

/** The summary belongs to the boundary before it; before 2.0.5x there was no boundary. */
function addSummary(entry: OpenEntry, summary: string, line: LineState): Holder {
  const boundary = line.compaction;
  const part = boundary?.parts[0];
  if (!boundary || part?.type !== "compaction" || part.summary !== undefined)
    return beginMessage(entry, "system", [{ type: "compaction", summary }], line);
  part.summary = summary;
  addRecord(boundary, entry);
  return part;
}
