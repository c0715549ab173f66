import type { Diagnostic, JsonObject } from "@chatexport/core";
import {
  attempt,
  damagedArchive,
  isArchiveName,
  objectOf,
  otherToolAt,
  otherToolFile,
  otherToolIn,
  readBytes,
  wordOf,
} from "@chatexport/core/read";
import { emptyTranscript, foreignFile } from "../diagnostics.js";
import type { Ends } from "../files/file-ends.js";
import { isTranscriptType } from "../records/records.js";

/** The apparent kind of a file; only a conversation is worth a session. */
export type TranscriptKind = "conversation" | "empty" | "no-conversation" | "foreign" | "damaged";

/** The signs of a transcript in the records up to the first prompt. */
export interface Signs {
  /** One of them is a record, of whatever tool. */
  isParsed: boolean;
  /** One of them is a record of the tool. */
  isTranscript: boolean;
  /** One of them holds words of a person or of the model, or did before it was damaged. */
  isSaid: boolean;
}

/** The kind of a file, told from both its ends. */
export function kindOf(
  path: string,
  { head, tail, whole }: Ends,
  { isParsed, isTranscript, isSaid }: Signs,
  isInHead: boolean,
): TranscriptKind {
  const beginning = head.toString();
  // Lines are objects; an export of another tool is one list, of one line or many.
  const [first = "", ...others] = beginning.trim().split("\n", 2);
  if (first.startsWith("[") && !(others.length > 0 && attempt(() => JSON.parse(first))))
    return "foreign";
  const talks = conversation.test(beginning) || conversation.test(tail.toString());
  // As unpacking leaves it.
  const isDamaged = whole && isArchiveName(path) && !/[\n}]$/.test(`${head}${tail}`);
  // Nothing of a damaged file is known to be without words, and who loads it says where it is damaged. A document
  // over several lines is one of another tool.
  if (talks && !isParsed) return path.endsWith(".json") ? "foreign" : "conversation";
  if (isDamaged && isTranscript) return "conversation";
  if (isDamaged && !isParsed) return "damaged";
  // A first line that is longer than the head could not be parsed. Of a file that goes on behind the head,
  // one record of the conversation is enough.
  if (isTranscript || (talks && !beginning.includes("\n")))
    return (isInHead ? isSaid : talks) || !whole ? "conversation" : "no-conversation";
  return beginning.trim() === "" && whole ? "empty" : "foreign";
}

/** Finds a message of the conversation in a text of records. */
export const conversation = /"(?:type|role)": ?"(?:user|assistant|system)"/;

/** Other tools have types of the same name, but write what is said elsewhere, and neither ids nor times. */
export function isOfTranscript(record: JsonObject): boolean {
  const { type, message } = record;
  if (type === "user" || type === "assistant") return objectOf(message)?.content !== undefined;
  if (sharedTypes.has(wordOf(type)))
    return ["subtype", "uuid", "sessionId", "timestamp"].some((name) => name in record);
  return isTranscriptType(type);
}

const sharedTypes: ReadonlySet<string> = new Set(["system", "tool_use", "tool_result"]);

/** Says why there is no session in a file. */
export function hiddenSession(
  path: string,
  kind: Exclude<TranscriptKind, "conversation">,
): Diagnostic {
  if (kind === "damaged") return damagedArchive({ path, at: 1 });
  if (kind !== "foreign") return emptyTranscript(path, kind);
  // The file may be gone by now.
  const start = attempt(() => readBytes(path, 0, 4096).toString()) ?? "";
  const tool = otherToolIn(start) ?? otherToolAt(path);
  return tool === undefined ? foreignFile(path) : otherToolFile(path, tool.name);
}
