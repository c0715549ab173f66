import {
  type Json,
  type JsonObject,
  type Message,
  type Part,
  present,
  type TextPart,
} from "@chatexport/core";
import { objectsOf, textOf } from "@chatexport/core/read";
import { contentParts, textsOf } from "./content.js";
import type { Conversation } from "./conversation.js";
import { read, unread } from "./fields.js";
import { injectedTexts, isOfUser, promptParts } from "./injected.js";
import { withoutMemory } from "./memory.js";
import { addNote } from "./noted-calls.js";
import { isPlan, planParts } from "./plans.js";
import { shortenReview } from "./read-review.js";
import type { CodexRecord, Fate } from "./records.js";
import type { Kind } from "./two-views.js";
import { commandParts, type UserCommand, userCommandIn } from "./user-commands.js";

/** Adds a message of the model's own view. */
export function readMessage(record: CodexRecord, conversation: Conversation): Fate {
  const { payload, metadata } = record;
  if (payload.role === "assistant")
    return metadata.compaction_output === true
      ? readSummary(record, conversation)
      : readAnswer(record, conversation);
  if (payload.role === "user") return readPrompt(record, conversation);
  if (payload.role !== "developer" && payload.role !== "system") return "unknown";
  conversation.response = undefined;
  const parts = contentParts(payload.content).map((part) =>
    part.type === "text" ? { ...part, synthetic: "instructions" as const } : part,
  );
  const { message } = conversation.begin(record, "system", parts, textOf(payload.id));
  message.synthetic = "instructions";
  addNative(message, payload);
  return "kept";
}

/** An answer that becomes the summary of the compaction that comes. */
function readSummary(record: CodexRecord, conversation: Conversation): Fate {
  const { payload } = record;
  conversation.response = undefined;
  conversation.summary = textsOf(payload.content).join("\n");
  conversation.lastAnswer = conversation.begin(record, "system", [], textOf(payload.id));
  return "kept";
}

function readAnswer(record: CodexRecord, conversation: Conversation): Fate {
  const { payload } = record;
  const isPlanned = conversation.settings.mode === "plan";
  const parts = contentParts(payload.content).flatMap((part): Part[] => {
    if (part.type !== "text") return [part];
    const said = withoutMemory(part);
    return isPlanned ? planParts(said) : [said];
  });
  const texts = parts.filter((part) => part.type === "text");
  // The tool notes a plan apart from the words around it.
  const views = [
    ["plan", texts.filter(isPlan)],
    ["answer", texts.filter((part) => !isPlan(part))],
  ] as const;
  for (const [kind, of] of views) takeBack(kind, textsIn(of), conversation);
  for (const text of textsIn(texts)) shortenReview(text, conversation);
  const draft = conversation.answer(record, parts, textOf(payload.id));
  for (const [kind, of] of views) conversation.views.addModel(kind, textsIn(of), draft);
  addNative(draft.message, payload);
  return "kept";
}

function textsIn(parts: readonly TextPart[]): string[] {
  return parts.map(({ text }) => text);
}

function readPrompt(record: CodexRecord, conversation: Conversation): Fate {
  const { payload } = record;
  conversation.response = undefined;
  const injected = injectedTexts(payload);
  const [told] = [...injected].flatMap(([text, synthetic]) =>
    synthetic === "command" ? (userCommandIn(text) ?? []) : [],
  );
  if (told) return readUserCommand(record, told, conversation);
  const parts = contentParts(payload.content).flatMap((part): Part[] => {
    if (part.type !== "text") return [part];
    const synthetic = injected.get(part.text);
    return synthetic ? [{ ...part, synthetic }] : promptParts(part);
  });
  const texts = textsOf(payload.content);
  const isNoted = takeBack("prompt", texts, conversation) || isOfUser(payload);
  const draft = conversation.begin(record, "user", parts, textOf(payload.id));
  const [first] = parts;
  draft.isPrompt = !parts.every((part) => part.type === "text" && part.synthetic);
  if (!draft.isPrompt && first?.type === "text" && first.synthetic)
    draft.message.synthetic = first.synthetic;
  if (draft.isPrompt && !isNoted && texts.length > 0) conversation.prompts.add(draft);
  conversation.views.addModel("prompt", texts, draft);
  addNative(draft.message, payload);
  return "kept";
}

/** Adds a command that a person ran. It begins no turn of the model, and the tool does not note it as a prompt. */
function readUserCommand(
  record: CodexRecord,
  command: UserCommand,
  conversation: Conversation,
): Fate {
  const { payload } = record;
  const noted = conversation.notedCalls.takeCommandBack(command);
  const parts = commandParts(command, textOf(noted?.note.aggregated_output));
  const { message } = conversation.begin(record, "user", parts, textOf(payload.id));
  addNative(message, payload);
  if (noted) addNote(message, noted.note);
  else conversation.toldCommand = { command, message };
  return "kept";
}

/** Adds what the model thought. */
export function readReasoning(record: CodexRecord, conversation: Conversation): Fate {
  const { payload } = record;
  const thoughtsIn = (list: Json | undefined) =>
    objectsOf(list).flatMap(({ text }) => textOf(text) ?? []);
  const [summary, content] = [thoughtsIn(payload.summary), thoughtsIn(payload.content)];
  const wholes = [summary.join("\n\n"), content.join("\n\n")];
  takeBack("reasoning", [...summary, ...content, ...wholes], conversation);
  const said = content.length > 0 ? content : summary;
  const encrypted = textOf(payload.encrypted_content);
  const native = unread(payload, read.reasoning);
  const part: Part = present({
    type: "reasoning",
    text: said.length > 0 ? said.join("\n\n") : undefined,
    redacted: said.length === 0 && encrypted ? true : undefined,
    encrypted,
    native: content.length > 0 && summary.length > 0 ? { ...native, summary } : native,
  });
  conversation.answer(record, [part], textOf(payload.id));
  return "kept";
}

/** Adds what agents say to each other. */
export function readAgentMessage(record: CodexRecord, conversation: Conversation): Fate {
  const { payload } = record;
  conversation.response = undefined;
  const parts = objectsOf(payload.content).map((block): Part => {
    const text = textOf(block.text) ?? readableText(block);
    return text
      ? { type: "text", text, synthetic: "notification" }
      : { type: "unknown", recordType: "encrypted_content", native: block };
  });
  const { message } = conversation.begin(record, "user", parts, textOf(payload.id));
  if (parts.every(({ type }) => type === "text")) message.synthetic = "notification";
  addNative(message, payload);
  return "kept";
}

/** What the service encrypts has no spaces. */
function readableText({ encrypted_content }: JsonObject): string | undefined {
  const text = textOf(encrypted_content);
  return text?.slice(0, 400).includes(" ") ? text : undefined;
}

/** Takes back what the tool has said of texts already. True when there was something. */
function takeBack(kind: Kind, texts: readonly string[], { views, tally }: Conversation): boolean {
  const count = views.takeBack(kind, texts);
  for (let left = count; left > 0; left--) tally.skip("repeated");
  return count > 0;
}

function addNative(message: Message, payload: JsonObject): void {
  const native = unread(payload, read.message);
  if (native) message.native = { ...message.native, ...native };
}
