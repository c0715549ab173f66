import { type CompactionPart, defined, type JsonObject, type Message } from "@chatexport/core";
import { objectOf, textOf } from "@chatexport/core/read";
import { type Block, blocksIn, type Changes, type Scope, type Turn } from "@chatexport/core/turns";
import type { Records } from "./records.js";

/** The place of the records of a turn. */
interface Writing {
  records: Records;
  scope: Scope;
  /** There is something before that a summary takes the place of. */
  replaces: boolean;
}

/** The records of a turn. */
export function* turnRecords(
  turn: Turn,
  message: Pick<Message, "id" | "createdAt" | "model">,
  { records, scope, replaces }: Writing,
): Generator<JsonObject> {
  const { id, createdAt } = message;
  switch (turn.type) {
    case "prompt":
    case "meta": {
      const parts = partsOf(turn.blocks, scope.changes);
      if (parts.length > 0)
        yield records.message(id, createdAt, "user", userFields(turn.type, parts));
      break;
    }
    case "answer":
      yield records.message(id, createdAt, "gemini", answerFields(turn, message, scope));
      break;
    case "notice": {
      const { level, text } = turn.notice;
      yield records.message(id, createdAt, level, { content: text.toWellFormed() });
      break;
    }
    case "compaction": {
      const content = snapshotOf(turn.compaction);
      if (content === undefined) {
        scope.changes.add("compactions", "leftOut");
        break;
      }
      const summary = records.message(id, createdAt, "user", { content: [{ text: content }] });
      if (!replaces) yield summary;
      else {
        const answer = records.message(id, createdAt, "gemini", { content: taken });
        yield { $set: { messages: [summary, answer] } };
      }
      break;
    }
    default:
      turn satisfies never;
  }
}

/** The words that Gemini CLI itself puts behind a summary, so that its model does not go on from that. */
const taken = "Got it. Thanks for the additional context!";

/** A summary in the element by which Gemini CLI tells it. */
function snapshotOf({ summary }: CompactionPart): string | undefined {
  const text = summary?.trim().toWellFormed();
  if (!text || text.includes("<state_snapshot>")) return text || undefined;
  return `<state_snapshot>\n${text}\n</state_snapshot>`;
}

/** Gemini CLI takes prompts that begin like this for its own commands or context, and does not send them again. */
const unsent = /^\s*(?:[/?]|<(?:session|hook)_context>)/;

/** The content is for the model; people see it too, unless there is something else to display. */
function userFields(type: "prompt" | "meta", parts: JsonObject[]): JsonObject {
  const isUnsent = unsent.test(textOf(parts[0]?.text) ?? "");
  const content = isUnsent ? [{ text: before[type] }, ...parts] : parts;
  if (type === "meta") return { content, displayContent: [{ text: " " }] };
  return isUnsent ? { content, displayContent: parts } : { content };
}

const before = { prompt: "The user typed:\n", meta: "The tool added:\n" } as const;

function answerFields(
  { blocks, results, completedAt }: Extract<Turn, { type: "answer" }>,
  { createdAt, model }: Pick<Message, "createdAt" | "model">,
  { session, changes }: Scope,
): JsonObject {
  const texts = blocks.filter(({ type }) => type === "text");
  const [only, ...others] = texts.flatMap(({ text }) => textOf(text) ?? []);
  const thoughts = blocks.flatMap(({ thinking }) => {
    const description = textOf(thinking);
    return description === undefined
      ? []
      : [defined({ subject: "", description: description.toWellFormed(), timestamp: createdAt })];
  });
  const answers = new Map(results.map((result) => [result.tool_use_id, result]));
  const toolCalls = blocks.flatMap((block) => {
    const { type, id = "" } = block;
    const result = answers.get(id);
    if (type !== "tool_use") return [];
    return callRecord(block, result, completedAt ?? createdAt, changes);
  });
  return defined({
    content: others.length === 0 ? (only ?? "") : texts.map(({ text = "" }) => ({ text })),
    thoughts,
    model: model ?? session.model,
    toolCalls: toolCalls.length > 0 ? toolCalls : undefined,
  });
}

/** A call with its result. */
function callRecord(
  { id = "", name = "", input }: Block,
  { content = "", is_error }: Partial<Block> = {},
  time: string | undefined,
  changes: Changes,
): JsonObject {
  const args = objectOf(input) ?? {};
  const parts = partsOf(blocksIn(content), changes);
  const text = parts.flatMap((part) => textOf(part.text) ?? []).join("\n");
  const media = parts.filter((part) => part.text === undefined);
  const said = text || `Binary content provided (${media.length} item(s)).`;
  const response = is_error ? { error: said } : { output: said };
  return defined({
    ...{ id, name, args },
    result: [{ functionResponse: { id, name, response } }, ...media],
    status: is_error ? "error" : "success",
    timestamp: time,
    resultDisplay: text || undefined,
    // The line by which it shows the call.
    description: textOf(args.command ?? args.file_path ?? args.query ?? args.prompt),
  });
}

/** The kinds of files of which Google's API takes the content. */
const mediaTypes = new Set(["image/png", "image/jpeg", "image/webp", "application/pdf"]);

/** Blocks as parts of Google's API; a file that it does not take is named, which counts as a change. */
function partsOf(blocks: readonly Block[], changes: Changes): JsonObject[] {
  return blocks.flatMap((block): JsonObject[] => {
    const { media_type: mimeType = "", data = "" } = objectOf(block.source) ?? {};
    if (mediaTypes.has(textOf(mimeType) ?? "")) return [{ inlineData: { mimeType, data } }];
    const text = textOf(block.text);
    if (text === undefined) changes.add("files", "text");
    return [{ text: text ?? "[a file that Gemini cannot be sent]" }];
  });
}
