import { closeSync, readSync } from "node:fs";
import { type JsonObject, present } from "@chatexport/core";
import { openFile, parseLine, stringOf, textOf } from "@chatexport/core/read";
import type { Format } from "../../conversation/copy.js";
import { parseJson } from "../../values/json-text.js";
import { partsOf } from "./agent-record.js";
import { firstLineOf } from "./message-facts.js";
import { jsonlMessage } from "./transcript-jsonl.js";
import { userText } from "./user-text.js";

/** What a glance at a file tells: that it is a transcript, or nothing of Cursor's. */
type Glance =
  | { format: Format; title?: string; startedAt?: string }
  /** "empty": no character but white space. */
  | { hidden: "empty" | "foreign" };

const glanceSize = 32 * 1024;

/** What a file is, from its first 32 KB; its name says little, for versions mix the endings up. */
export function glanceAtTranscript(path: string): Glance {
  const text = beginningOf(path);
  const start = text.trimStart();
  if (start === "") return { hidden: "empty" };
  if (start.startsWith("["))
    return isJson(start)
      ? { format: "cursor/transcript-json", ...promptFacts(firstJsonPrompt(start)) }
      : { hidden: "foreign" };
  if (start.startsWith("{")) return jsonlGlance(start.split("\n"));
  return isText(start)
    ? { format: "cursor/transcript-txt", ...promptFacts(firstTextPrompt(start)) }
    : { hidden: "foreign" };
}

/** What the first prompt tells about the conversation. */
function promptFacts(prompt: string): { title?: string; startedAt?: string } {
  const { parts, createdAt } = userText(prompt);
  return present({ title: firstLineOf(parts), startedAt: createdAt });
}

/** The list is cut off, so that it cannot be parsed; a text inside of it can. */
function firstJsonPrompt(list: string): string {
  const user = list.search(/"role"\s{0,8}:\s{0,8}"user"/);
  const text = /"text"\s{0,8}:\s{0,8}("(?:[^"\\]|\\.)*")/.exec(list.slice(user))?.[1];
  return (user !== -1 && stringOf(parseJson(text))) || "";
}

function firstTextPrompt(text: string): string {
  const after = text.split(/^(?:user|U):[ \t]{0,8}\r?$/m, 2)[1] ?? "";
  return after.split(/^(?:assistant|A):[ \t]{0,8}\r?$/m, 1)[0] ?? "";
}

/** The beginning of a file without a byte order mark; zero bytes are what a crash left. */
function beginningOf(path: string): string {
  const file = openFile(path);
  try {
    const bytes = Buffer.alloc(glanceSize);
    const size = readSync(file, bytes, 0, glanceSize, 0);
    return bytes
      .toString("utf8", 0, size)
      .replace(/^\ufeff/, "")
      .replace(/^\0+/, "");
  } finally {
    closeSync(file);
  }
}

/** A list of messages. */
function isJson(text: string): boolean {
  return /^\[\s{0,64}\{/.test(text) && /"role"\s{0,8}:\s{0,8}"(?:user|assistant)"/.test(text);
}

/** Blocks that begin with a line of their own. */
function isText(text: string): boolean {
  return /^(?:user|assistant|[AU]):[ \t]{0,8}\r?$/m.test(text.slice(0, 4096));
}

function jsonlGlance(lines: readonly string[]): Glance {
  let isTranscript = false;
  for (const line of lines) {
    const record = parseLine(line);
    if (record === undefined || record === "not-an-object") continue;
    if (record === "not-json") {
      // The line may be longer than what was read.
      isTranscript ||= /^\s{0,64}\{\s{0,8}"role"\s{0,8}:\s{0,8}"(?:user|assistant)"/.test(line);
      continue;
    }
    if (isForeign(record)) return { hidden: "foreign" };
    const message = jsonlMessage(record);
    isTranscript ||= message !== undefined || ownTypes.has(record.type);
    if (message?.role !== "user") continue;
    const facts = promptFacts(promptOf(message));
    if (facts.title !== undefined) return { format: "cursor/transcript-jsonl", ...facts };
  }
  return isTranscript ? { format: "cursor/transcript-jsonl" } : { hidden: "foreign" };
}

const ownTypes: ReadonlySet<unknown> = new Set(["error", "turn_ended"]);

/** Other tools write ids into each line, and the role only into the message. */
function isForeign(record: JsonObject): boolean {
  return (
    record.role === undefined &&
    ["uuid", "parentUuid", "sessionId", "session_id", "payload"].some((name) => name in record)
  );
}

/** All that a message of the user says. */
function promptOf(message: JsonObject): string {
  const parts = partsOf({ id: "", at: 1, message });
  return parts.map(({ value }) => textOf(value.text) ?? "").join("\n");
}
