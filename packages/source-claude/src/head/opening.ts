import type { JsonObject } from "@chatexport/core";
import { jsonLinesOf, objectOf, textOf, utcTime, wordOf } from "@chatexport/core/read";
import { type Ends, headLines } from "../files/file-ends.js";
import { isAgentFile } from "../locate/file-kinds.js";
import { isCompactionSummary } from "../records/compaction-summary.js";
import { writerOf } from "../records/injected-text.js";
import { recordShaper } from "../records/other-writers.js";
import { promptParts, saysSomething } from "../records/prompts.js";
import { warmUps } from "../records/purposes.js";
import { conversationTypes } from "../records/records.js";
import type { HeadBuilder } from "./head.js";
import { conversation, isOfTranscript, type Signs } from "./transcript-kind.js";

/** The facts from the records up to the first prompt; of each fact the first record that has it. */
export interface Opening extends Signs {
  version?: string | undefined;
  begunAt?: string | undefined;
  /** The session that a record of any kind names. */
  named?: string | undefined;
  /** The session that a message names. */
  sessionId?: string | undefined;
  forkedFrom?: string | undefined;
  /** The record of the first message. */
  start?: JsonObject;
  slugs: Set<unknown>;
}

/** Parses everything up to the first prompt, which also tells whether this is a transcript at all. */
export function scanOpening(
  path: string,
  ends: Ends,
  builder: HeadBuilder,
  isTitled: () => boolean,
): Opening {
  const signs: Signs = { isParsed: false, isTranscript: false, isSaid: false };
  const opening: Opening = { ...signs, slugs: new Set() };
  const isOfAgent = isAgentFile(path);
  const shaped = recordShaper();
  const warmsUp = warmUps();
  const take = (record: JsonObject) => {
    opening.isParsed = true;
    const said = shaped(record, 0);
    opening.isTranscript ||=
      isOfTranscript(record) || (textOf(record.sessionId) !== undefined && isOfTranscript(said));
    if (!isOfAgent && warmsUp(said)) builder.addEnvelope(said);
    else {
      builder.add(said);
      opening.isSaid ||= saysSomething(said);
    }
    opening.version ??= textOf(record.version);
    opening.begunAt ??= utcTime(record.timestamp);
    opening.named ??= textOf(record.sessionId);
    if (conversationTypes.has(wordOf(record.type))) opening.sessionId ??= textOf(record.sessionId);
    opening.forkedFrom ??= textOf(objectOf(record.forkedFrom)?.sessionId);
    if (!opening.start && isTurn(said)) opening.start = record;
    opening.slugs.add(record.slug);
  };
  for (const line of headLines(path, ends, (beginning) => ofUser.test(beginning))) {
    for (const found of jsonLinesOf([line], false))
      if ("record" in found) take(found.record);
      else opening.isSaid ||= conversation.test(found.text);
    if (isTitled() && opening.sessionId) break;
  }
  return opening;
}

/** Finds a record of the user in a text of records. */
export const ofUser = /"(?:type|role)": ?"user"/;

/** A response, or a prompt that is not the tool's alone; what the tool writes is in files that share nothing else. */
function isTurn(record: JsonObject): boolean {
  const { type, message, isSidechain } = record;
  if (isSidechain === true) return false;
  if (type === "assistant") return true;
  const writer = writerOf(record);
  if (type !== "user" || writer === "tool") return false;
  return promptParts(objectOf(message)?.content, writer).some(
    (part) =>
      part.type !== "notice" &&
      !(part.type === "text" && (part.synthetic || isCompactionSummary(part.text, writer))),
  );
}
