import { type JsonObject, present } from "@chatexport/core";
import {
  otherToolIn,
  parseJson,
  parseLine,
  promptTitle,
  readBytes,
  stringOf,
} from "@chatexport/core/read";
import type { Format } from "../../conversation/copy.js";
import { agentRecord } from "./agent-record.js";
import { typedIn } from "./message-facts.js";
import { userText } from "./user-text.js";

/** The head of a transcript, or why a file is none. */
type TranscriptHead =
  | { format: Format; title?: string; startedAt?: string }
  /** "empty": no character but white space; the tool is one that nothing reads. */
  | { hidden: "empty" | "foreign"; tool?: string };

const scanSize = 32 * 1024;

/** Reads the first 32 KB of a file. Its name is ignored, for versions mix the endings up. */
export function scanTranscriptHead(path: string): TranscriptHead {
  // Zero bytes are what a crash left.
  const text = readBytes(path, 0, scanSize)
    .toString()
    .replace(/^\ufeff/, "")
    .replace(/^\0+/, "");
  const start = text.trimStart();
  if (start === "") return { hidden: "empty" };
  const tool = otherToolIn(start)?.name;
  if (tool !== undefined) return { hidden: "foreign", tool };
  const format = listOrText(start);
  // Lines before the first record may be damaged.
  if (!format) return jsonlHead(start.split("\n"));
  return { format, ...promptFacts(promptsIn[format](start)[0]) };
}

/** The format of what is no JSON lines. */
function listOrText(start: string): keyof typeof promptsIn | undefined {
  // A list of messages; other tools put a title or an id before the role.
  if (/^\[\s{0,64}\{\s{0,64}"role"\s{0,8}:\s{0,8}"(?:user|assistant)"/.test(start))
    return "cursor/transcript-json";
  // Blocks that begin with a line of their own.
  const isText = /^(?:user|assistant|[AU]):[ \t]{0,8}\r?$/m.test(start.slice(0, 4096));
  return isText && !start.startsWith("{") ? "cursor/transcript-txt" : undefined;
}

/**
 * The time of the last prompt that has one, in a transcript of so many bytes. Reads the last 32 KB and, where
 * `isTimed` says that there is such a prompt, more until it is found.
 */
export function lastTimeIn(
  path: string,
  { format, size, isTimed }: { format: Format; size: number; isTimed: boolean },
): string | undefined {
  const isOther = format === "cursor/transcript-json" || format === "cursor/transcript-txt";
  for (let length = scanSize; ; length *= 8) {
    const start = Math.max(size - length, 0);
    const end = readBytes(path, start, size - start).toString();
    const time = (isOther ? promptsIn[format] : promptsInLines)(end)
      .reverse()
      .map((prompt) => userText(prompt).createdAt)
      .find((createdAt) => createdAt !== undefined);
    if (time !== undefined || start === 0 || !isTimed) return time;
  }
}

/** The prompts in a piece of JSON lines that note a time. */
function promptsInLines(lines: string): string[] {
  return lines.split("\n").flatMap((line) => {
    const record = line.includes("<timestamp>") ? parseLine(line) : undefined;
    return (typeof record === "object" && promptIn(record)) || [];
  });
}

/** The prompt in a message of JSON lines, when it is one. */
function promptIn(record: JsonObject): string | undefined {
  const message = agentRecord(record, 1, "");
  if (message?.type !== "user") return undefined;
  return message.parts.map(({ fields }) => fields.text("text") ?? "").join("\n");
}

/** The prompts in a piece of a transcript in another format. */
const promptsIn = {
  // It is cut off, so that it cannot be parsed; a text inside of it can.
  "cursor/transcript-json": (list: string): string[] =>
    list
      .split(/"role"\s{0,8}:\s{0,8}"user"/)
      .slice(1)
      .map((after) => {
        const [message = ""] = after.split('"role"', 1);
        const text = /"text"\s{0,8}:\s{0,8}("(?:[^"\\]|\\.)*")/.exec(message)?.[1];
        return stringOf(parseJson(text)) ?? "";
      }),
  "cursor/transcript-txt": (text: string): string[] =>
    text
      .split(/^(?:user|U):[ \t]{0,8}\r?$/m)
      .slice(1)
      .map((after) => after.split(/^(?:assistant|A):[ \t]{0,8}\r?$/m, 1)[0] ?? ""),
};

/** Title and time from the first prompt. */
function promptFacts(prompt = ""): { title?: string; startedAt?: string } {
  const { parts, createdAt } = userText(prompt);
  return present({ title: promptTitle(typedIn(parts)), startedAt: createdAt });
}

function jsonlHead(lines: readonly string[]): TranscriptHead {
  let isTranscript = false;
  let isMixed = false;
  for (const line of lines) {
    const record = parseLine(line);
    if (record === undefined || record === "not-an-object") continue;
    if (record === "not-json") {
      // The line may be longer than what was read.
      isTranscript ||=
        /^\s{0,64}\{\s{0,8}"role"\s{0,8}:\s{0,8}"(?:user|assistant)",\s{0,8}"message"/.test(line);
      continue;
    }
    isMixed ||= isForeign(record);
    // Behind one of another tool, which may be damaged, only a message says whose they are.
    isTranscript ||= isMixed ? isMessage(record) : isOwn(record);
    if (isMixed && !isTranscript) continue;
    const prompt = promptIn(record);
    if (prompt === undefined) continue;
    const facts = promptFacts(prompt);
    if (facts.title !== undefined) return { format: "cursor/transcript-jsonl", ...facts };
  }
  return isTranscript ? { format: "cursor/transcript-jsonl" } : { hidden: "foreign" };
}

const ownTypes: ReadonlySet<unknown> = new Set(["error", "turn_ended"]);

/** A message, or an event of a turn. */
function isOwn(record: JsonObject): boolean {
  return "message" in record || ownTypes.has(record.type);
}

function isMessage(record: JsonObject): boolean {
  return typeof record.role === "string" && "message" in record && !isForeign(record);
}

/** Other tools write what is said beside the role, or ids into each line and the role only into the message. */
function isForeign(record: JsonObject): boolean {
  if ("content" in record) return true;
  return (
    record.role === undefined &&
    ["uuid", "parentUuid", "sessionId", "session_id", "payload", "id"].some(
      (name) => name in record,
    )
  );
}
