import { allParts, type Message } from "@chatexport/core";
import { listOf, objectOf, once, textOf, wordOf } from "@chatexport/core/read";
import { addNative, damagedNotice } from "@chatexport/core/source";
import { isQueueOperation } from "../records/lost-prompts.js";
import { openRecord } from "../records/open-record.js";
import { queuedParts } from "../records/prompts.js";
import { skipReason } from "../records/records.js";
import { holdersOf } from "../tools/results.js";
import {
  addUnknown,
  beginMessage,
  type Fate,
  type LineState,
  leavesNothing,
  type MessageContext,
  type OpenEntry,
  settle,
} from "./line-state.js";
import { readAttachment } from "./read-attachment.js";
import { readResponse } from "./read-response.js";
import { readSystem } from "./read-system.js";
import { readUser } from "./read-user.js";
import { compactCommands } from "./system-records.js";
import type { Line } from "./turns.js";

/** The messages of a line, whose records are counted; the first one follows `previous`. */
export function lineMessages(
  { positions }: Line,
  previous: Message | undefined,
  context: MessageContext,
): Message[] {
  const commands = once(() => compactCommands(positions));
  const line: LineState = { context, previous, messages: [], compactCommands: commands };
  const { keptProgress, said, tally } = context;
  for (const { entry, own, turn } of positions) {
    const { record, damaged } = entry;
    const opened = { ...entry, ...openRecord(record, said), turn: own ? turn : undefined };
    const read = readers.get(wordOf(record.type));
    if (damaged) {
      tally.malformed();
      beginMessage(opened, "system", [damagedNotice(damaged)], line);
    } else if (read) settle(opened, read(opened, line), line);
    else {
      const reason = skipReason(record);
      opened.fields.object("data")?.text("type");
      opened.fields.text("parentToolUseID");
      if (!reason || !leavesNothing(opened.fields)) addUnknown(opened, line);
      else if (keptProgress.has(record)) tally.keep();
      else tally.skip(reason);
    }
  }
  for (const part of line.messages.flatMap((message) => [...allParts(message)])) {
    const isBlock = part.type === "unknown" && part.recordType.startsWith("block/");
    const type = isBlock && textOf(objectOf(part.native)?.type);
    if (type) tally.unknownField("block-type", type);
  }
  return line.messages;
}

/** Adds the content of a record of a type to its line. */
type Reader = (entry: OpenEntry, line: LineState) => Fate;

const readers = new Map<string, Reader>([
  ["assistant", readResponse],
  ["attachment", readAttachment],
  ["content-replacement", readReplacements],
  ["queue-operation", readQueued],
  ["system", readSystem],
  ["user", readUser],
]);

/** The text that the model saw in place of a large result is a fact about its call. */
function readReplacements({ record, fields }: OpenEntry, { context }: LineState): Fate {
  const kept = fields.objects("replacements").flatMap((item) => {
    item.word(["tool-result"], "kind");
    const id = item.text("toolUseId");
    const result = id === undefined ? undefined : context.index.tools.resultsById.get(id);
    const replacement = result && item.json("replacement");
    if (!result || replacement === undefined) return [];
    const holders = holdersOf(result);
    for (const holder of holders) addNative(holder, { replacement });
    return holders;
  });
  if (kept.length > 0) return { kept };
  return listOf(record.replacements) ? { skipped: "replacement-without-call" } : "unknown";
}

function readQueued(entry: OpenEntry, line: LineState): Fate {
  const { record, fields, blockNames } = entry;
  if (!isQueueOperation(record)) return "unknown";
  if (!line.context.lostPrompts.has(record)) return { skipped: "queue" };
  const parts = queuedParts(fields.json("content"), undefined, blockNames);
  return { kept: [beginMessage(entry, "user", parts, line)] };
}
