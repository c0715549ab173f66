import { type Json, type Message, type NoticePart, type Part, present } from "@chatexport/core";
import { fieldsWhere, listOf, objectOf, utcTime } from "@chatexport/core/read";
import { addNative } from "@chatexport/core/source";
import { textsOf } from "../records/prompts.js";
import { afterFirstText, restOfText } from "./first-text.js";
import {
  addRecord,
  beginMessage,
  type Fate,
  type LineState,
  type OpenEntry,
  quietFailedTry,
} from "./line-state.js";
import { noteRefusal } from "./refusals.js";
import { assistantParts } from "./responses.js";
import { countUsage, isTelling } from "./usage.js";

/** All fragments of a response are one message. */
export function readResponse(entry: OpenEntry, line: LineState): Fate {
  const { record, fields, message: response, turn } = entry;
  const { index, turns } = line.context;
  quietFailedTry(line);
  const isError = fields.flag("isApiErrorMessage") === true;
  const isOfTool = response.word(["<synthetic>"], "model") !== undefined;
  if (isError || isOfTool) {
    response.fitting("usage", (usage) => !isTelling(usage));
    const said = { responseId: response.text("id"), stopReason: response.text("stop_reason") };
    const parts = pseudoResponse(entry, isError ? "error" : "info", line);
    return { kept: [beginMessage(entry, "system", parts, line, present(said))] };
  }
  const content = response.fitting(
    "content",
    (value) => objectOf(value) === undefined && value !== null,
  );
  const parts = assistantParts(content, utcTime(record.timestamp), index.tools, entry.blockNames);
  const begun = turn && turns.get(turn);
  const responseId = response.text("id");
  const told = () => present({ model: response.text("model"), responseId });
  const message = begun ?? beginMessage(entry, "assistant", parts, line, told());
  const stopReason = response.text("stop_reason");
  if (stopReason) message.stopReason = stopReason;
  countUsage(entry, message, line.context.responses);
  if (begun) addFragment(begun, parts, entry);
  noteRefusal(message, objectOf(record.message) ?? {});
  return { kept: begun ? [] : [message] };
}

/** A further record of a response: its first part keeps in what it differs from the first record. */
function addFragment(message: Message, parts: Part[], entry: OpenEntry): void {
  const { record, fields, message: response } = entry;
  addRecord(message, entry);
  const completedAt = utcTime(record.timestamp);
  if (completedAt !== undefined) message.completedAt = completedAt;
  response.word([message.model ?? ""], "model");
  fields.word([message.effort ?? ""], "effort");
  fields.word([message.cwd ?? ""], "cwd");
  fields.word([message.toolVersion ?? ""], "version");
  const { native = {} } = message;
  const isOwn = (value: Json, name: string) =>
    value !== native[name] && JSON.stringify(value) !== JSON.stringify(native[name]);
  const own = fieldsWhere(fields.rest() ?? {}, isOwn);
  const [first] = parts;
  message.parts.push(...parts);
  if (own && first && first.type !== "unknown") addNative(first, { record: own });
  else addNative(message, own);
}

/** A reply that the tool wrote in place of the model: mostly an error of the API. */
function pseudoResponse(
  { fields, message, blockNames }: OpenEntry,
  level: NoticePart["level"],
  { context }: LineState,
): Part[] {
  const content = message.fitting("content", (value) => textsOf(value).length > 0);
  const [text = ""] = textsOf(content);
  const code = fields.text("error");
  const blocks = listOf(content) ?? [];
  const native = restOfText(blocks, blockNames);
  const more = assistantParts(afterFirstText(blocks), undefined, context.index.tools, blockNames);
  // It stands where the model was not asked, so that an answer follows each prompt.
  const isFiller = text.trim() === "No response requested.";
  const said: Part = isFiller
    ? present({ type: "text", text, synthetic: "context", native })
    : present({ type: "notice", level, text, code, native });
  return [said, ...more];
}
