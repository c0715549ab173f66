import {
  type CompactionPart,
  type Message,
  type NoticePart,
  type Part,
  present,
  type ReasoningPart,
  type TextPart,
} from "@chatexport/core";
import { syntheticOf } from "@chatexport/core/read";
import { type Fate, type Fields, recordReaders, type StoredRecord } from "@chatexport/core/source";
import { contentsOf } from "./content.js";
import type { Reading } from "./reading.js";
import { readResult } from "./results.js";
import { typedParts } from "./typed-text.js";
import { usageOf } from "./usage.js";
import { partsInText, withoutResults } from "./written-calls.js";

/** Adds what a stored message says to its session. */
export const readMessage = recordReaders<StoredRecord, [Reading]>({
  session: readSession,
  user: readPrompt,
  assistant: readAnswer,
  error: readError,
  compaction: readCompaction,
  reasoning: readReasoning,
});

/** Reads the facts of a document about all its messages. */
function readSession(record: StoredRecord, reading: Reading): Fate {
  const { fields } = record;
  reading.sessionId = fields.text("sessionId");
  reading.updatedAt = record.createdAt;
  const origin = fields.object("origin");
  origin?.fitting("sessionId", (id) => id === reading.sessionId);
  reading.toolVersion = origin?.text("version");
  const text = fields.text("system_prompt");
  if (text !== undefined) {
    const part: Part = { type: "text", text, synthetic: "instructions" };
    const instructions = { ...record, id: "instructions", at: "document" };
    reading.begin(instructions, "system", [part], { synthetic: "instructions" });
  }
  return { kept: reading };
}

/** A prompt, or results of calls, which are stored as if the user had sent them. */
function readPrompt(record: StoredRecord, reading: Reading): Fate {
  const contents = contentsOf(record.fields);
  if (!contents) return "unknown";
  const results = contents.results.map((block) => readResult(block, record, reading));
  if (results.some((result) => result === undefined)) return "unknown";
  const [result] = results;
  if (result && contents.parts.length === 0) return { kept: result };
  const stored = reading.writesCalls
    ? withoutResults(contents.parts, record, reading)
    : { parts: contents.parts };
  const modes = new Set<string>();
  const parts = stored.parts.flatMap((part): Part[] =>
    part.type === "text" ? partsOfPrompt(part, modes) : [part],
  );
  const synthetic = syntheticOf(parts);
  if (stored.result && parts.length === 0) return { kept: stored.result };
  const [mode] = modes;
  return { kept: reading.begin(record, "user", parts, { mode, synthetic }) };
}

/** The words of a person, or what the tool says in their place. */
function partsOfPrompt(part: TextPart, modes: Set<string>): TextPart[] {
  const typed = typedParts(part, modes);
  if (typed.some(({ text }) => text !== part.text)) return typed;
  const start = part.text.trimStart();
  const [line = ""] = start.split("\n", 1);
  if (start.startsWith("<environment_details>")) return [{ ...part, synthetic: "context" }];
  if (line.startsWith("[") && line.includes("] Result:")) return [{ ...part, synthetic: "output" }];
  const isByTool = injected.some((beginning) => start.startsWith(beginning));
  return [isByTool ? { ...part, synthetic: "reminder" } : part];
}

const injected = [
  "[ERROR]",
  "[TASK RESUMPTION]",
  "[The user has switched to ",
  "<explicit_instructions",
  "<SYSTEM_NOTICE>",
];

function readAnswer(record: StoredRecord, reading: Reading): Fate {
  const { fields, createdAt } = record;
  const contents = contentsOf(fields, "tool");
  if (!contents || contents.results.length > 0) return "unknown";
  const name = record.id ?? String(record.at).replace("/", "-");
  const parts = contents.parts.flatMap((part, index) =>
    part.type === "text" && reading.writesCalls ? partsInText(part, `${name}-${index}`) : [part],
  );
  for (const part of parts)
    if (part.type === "tool-call") Object.assign(part, present({ startedAt: createdAt }));
  return { kept: reading.begin(record, "assistant", parts, originOf(fields)) };
}

/** The model that wrote a message, and the tokens that it took. */
export function originOf(fields: Fields): Pick<Message, "model" | "provider" | "usage"> {
  const info = fields.object("modelInfo");
  const counts = fields.object("metrics");
  return present({
    model: info?.text("id", "modelId"),
    provider: info?.text("provider", "providerId"),
    usage: counts && usageOf(counts),
  });
}

/** Reads an error, which the tool stores as if the model had said it. */
function readError(record: StoredRecord, reading: Reading): Fate {
  const contents = contentsOf(record.fields);
  if (!contents) return "unknown";
  const parts = contents.parts.map(
    (part): Part =>
      part.type === "text"
        ? ({ type: "notice", level: "error", text: part.text } satisfies NoticePart)
        : part,
  );
  return { kept: reading.begin(record, "system", parts, originOf(record.fields)) };
}

/** A summary in place of what was said before. */
function readCompaction(record: StoredRecord, reading: Reading): Fate {
  const contents = contentsOf(record.fields);
  if (!contents) return "unknown";
  const metadata = record.fields.object("metadata");
  const told = metadata?.text("summary");
  const texts = contents.parts.flatMap((part) => (part.type === "text" ? part.text : []));
  const before = metadata?.object("usageBefore");
  const part = present<CompactionPart>({
    type: "compaction",
    summary: told ?? (texts.join("\n\n") || undefined),
    trigger: metadata?.fitting("reason", (reason) => reason === "manual_compaction")
      ? "manual"
      : undefined,
    tokensBefore: before?.number("inputTokens"),
  });
  return { kept: reading.begin(record, "system", [part]) };
}

/** Thoughts beside the answers, as one provider gives them. */
function readReasoning(record: StoredRecord, reading: Reading): Fate {
  const { fields } = record;
  fields.word(["reasoning"], "type");
  for (const item of fields.objects("summary")) item.word(["summary_text"], "type");
  const encrypted = fields.text("encrypted_content");
  const texts = fields.objects("summary").flatMap((item) => item.text("text") ?? []);
  if (encrypted === undefined && texts.length === 0) return "unknown";
  const text = texts.join("\n\n") || undefined;
  const part = present<ReasoningPart>({ type: "reasoning", text, encrypted });
  return { kept: reading.begin(record, "assistant", [part]) };
}
