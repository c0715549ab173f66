import { type JsonObject, present } from "@chatexport/core";
import { otherToolIn, parseLine, promptTitle, readBytes } from "@chatexport/core/read";
import type { Format } from "../../conversation/copy.js";
import { agentRecord } from "./agent-record.js";
import { typedIn } from "./message-facts.js";
import { promptIn, promptsInList, promptsInText } from "./transcript-prompts.js";
import { userText } from "./user-text.js";

/** The head of a transcript, or why a file is none. */
type TranscriptHead =
  | { format: Format; title?: string; startedAt?: string }
  /** "empty": no character but white space; the tool is one that nothing reads. */
  | { hidden: "empty" | "foreign"; tool?: string };

const scanSize = 32 * 1024;

/** Reads the first 32 KB of a file. Its name is ignored, for versions mix the endings up. */
export function scanTranscriptHead(path: string): TranscriptHead {
  const text = beginningOf(path);
  const start = text.trimStart();
  if (start === "") return { hidden: "empty" };
  const tool = otherToolIn(start)?.name;
  if (tool !== undefined) return { hidden: "foreign", tool };
  if (isJson(start))
    return { format: "cursor/transcript-json", ...promptFacts(promptsInList(start)[0]) };
  if (!start.startsWith("{") && isText(start))
    return { format: "cursor/transcript-txt", ...promptFacts(promptsInText(start)[0]) };
  // Lines before the first record may be damaged.
  return jsonlHead(start.split("\n"));
}

/** Title and time from the first prompt. */
function promptFacts(prompt = ""): { title?: string; startedAt?: string } {
  const { parts, createdAt } = userText(prompt);
  return present({ title: promptTitle(typedIn(parts)), startedAt: createdAt });
}

/** The beginning of a file without a byte order mark; zero bytes are what a crash left. */
function beginningOf(path: string): string {
  const text = readBytes(path, 0, scanSize).toString();
  return text.replace(/^\ufeff/, "").replace(/^\0+/, "");
}

/** A list of messages; other tools put a title or an id before the role. */
function isJson(text: string): boolean {
  return /^\[\s{0,64}\{\s{0,64}"role"\s{0,8}:\s{0,8}"(?:user|assistant)"/.test(text);
}

/** Blocks that begin with a line of their own. */
function isText(text: string): boolean {
  return /^(?:user|assistant|[AU]):[ \t]{0,8}\r?$/m.test(text.slice(0, 4096));
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
    const prompt = promptIn(agentRecord(record, 1, ""));
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
