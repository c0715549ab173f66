import { type Json, type Part, present, type ReasoningPart, type TextPart } from "@chatexport/core";
import { textOf } from "@chatexport/core/read";
import { type Fate, Fields } from "@chatexport/core/source";
import { blockText, contentParts, textIn, textsOf } from "./content.js";
import type { Conversation } from "./conversation.js";
import { named } from "./fields.js";
import { injectedTexts, isOfUser, promptParts } from "./injected.js";
import { withoutMemory } from "./memory.js";
import { addNote } from "./noted-calls.js";
import { isPlan, planParts } from "./plans.js";
import { shortenReview } from "./read-review.js";
import type { CodexRecord } from "./records.js";
import type { Kind } from "./two-views.js";
import { commandParts, type UserCommand, userCommandIn } from "./user-commands.js";

/** Adds a message of the model's own view. */
export function readMessage(record: CodexRecord, conversation: Conversation): Fate {
  const { payload, line } = record;
  const role = payload.word(["assistant", "user", "developer", "system"], "role");
  if (role === undefined) return "unknown";
  const content = contentParts(payload);
  if (!content) return "unknown";
  if (role === "user") return readPrompt(record, content, conversation);
  const notes = line.object("metadata") ?? line;
  if (role === "assistant")
    return notes.flag("compaction_output") === true
      ? readSummary(record, content, conversation)
      : readAnswer(record, content, conversation);
  return { kept: conversation.inject(record, content, "instructions", payload) };
}

/** An answer that becomes the summary of the compaction that comes. */
function readSummary(record: CodexRecord, content: Part[], conversation: Conversation): Fate {
  conversation.response = undefined;
  const text = textIn(content);
  const draft = conversation.begin(record, "system", content, record.payload);
  conversation.lastAnswer = draft;
  if (text !== "") conversation.summary = { text, message: draft.message };
  return { kept: draft.message };
}

function readAnswer(record: CodexRecord, content: Part[], conversation: Conversation): Fate {
  const isPlanned = conversation.settings.mode === "plan";
  const parts = content.flatMap((part): Part[] => {
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
  const draft = conversation.answer(record, parts, record.payload);
  for (const [kind, of] of views) conversation.views.addModel(kind, textsIn(of), draft);
  return { kept: draft.message };
}

function textsIn(parts: readonly TextPart[]): string[] {
  return parts.map(({ text }) => text);
}

function readPrompt(record: CodexRecord, content: Part[], conversation: Conversation): Fate {
  const { payload } = record;
  conversation.response = undefined;
  const injected = injectedTexts(payload);
  const [told] = [...injected].flatMap(([text, synthetic]) =>
    synthetic === "command" ? (userCommandIn(text) ?? []) : [],
  );
  if (told) return readUserCommand(record, told, conversation);
  const parts = content.flatMap((part): Part[] => {
    if (part.type !== "text") return [part];
    const synthetic = injected.get(part.text);
    return synthetic ? [{ ...part, synthetic }] : promptParts(part);
  });
  const texts = textsOf(payload);
  const isNoted = takeBack("prompt", texts, conversation) || isOfUser(payload);
  const draft = conversation.begin(record, "user", parts, payload);
  const [first] = parts;
  draft.isPrompt = !parts.every((part) => part.type === "text" && part.synthetic);
  if (!draft.isPrompt && first?.type === "text" && first.synthetic)
    draft.message.synthetic = first.synthetic;
  if (draft.isPrompt && !isNoted && texts.length > 0) conversation.prompts.add(draft);
  conversation.views.addModel("prompt", texts, draft);
  return { kept: draft.message };
}

/** Adds a command that a person ran. It begins no turn of the model, and the tool does not note it as a prompt. */
function readUserCommand(
  record: CodexRecord,
  command: UserCommand,
  conversation: Conversation,
): Fate {
  const noted = conversation.notedCalls.takeCommandBack(command);
  const printed = noted?.call.result?.content.slice(0, 1);
  const parts = commandParts(command, printed && textIn(printed));
  const { message } = conversation.begin(record, "user", parts, record.payload);
  if (noted) {
    conversation.keep(noted.record, message);
    addNote(message, noted.item);
  } else conversation.toldCommand = { command, message };
  return { kept: message };
}

/** Adds what the model thought. */
export function readReasoning(record: CodexRecord, conversation: Conversation): Fate {
  const { payload } = record;
  const thoughtsIn = (name: string) =>
    payload.objects(name).flatMap((thought) => blockText(thought) || []);
  const [summary, content] = [thoughtsIn("summary"), thoughtsIn("content")];
  const all = new Set([...summary, ...content, summary.join("\n\n"), content.join("\n\n")]);
  takeBack("reasoning", [...all], conversation);
  const said = content.length > 0 ? content : summary;
  const encrypted = payload.text("encrypted_content");
  const part = present<ReasoningPart>({
    type: "reasoning",
    text: said.length > 0 ? said.join("\n\n") : undefined,
    redacted: said.length === 0 && encrypted ? true : undefined,
    encrypted,
    native:
      content.length > 0 && summary.length > 0
        ? { summary: payload.objects("summary").map((thought) => thought.all()) }
        : undefined,
  });
  conversation.answer(record, [part], payload);
  return { kept: part };
}

/** Adds what agents say to each other: an item of the model, or a record with one text and one that is encrypted. */
export function readAgentMessage(record: CodexRecord, conversation: Conversation): Fate {
  const { payload } = record;
  const text = payload.text("content");
  const blocks = [
    ...payload.objects("content"),
    ...[text && { text }, payload.only("encrypted_content")].flatMap((block) =>
      block ? new Fields(block, named) : [],
    ),
  ];
  if (blocks.length === 0) return "unknown";
  conversation.response = undefined;
  const parts = blocks.map(agentPart);
  const { message } = conversation.begin(record, "user", parts, payload);
  if (parts.every(({ type }) => type === "text")) message.synthetic = "notification";
  return { kept: message };
}

function agentPart(block: Fields): Part {
  const text = block.text("text") ?? textOf(block.fitting("encrypted_content", isReadable));
  if (text === undefined)
    return { type: "unknown", recordType: "encrypted_content", native: block.all() };
  block.text("type");
  return present({ type: "text", text, synthetic: "notification", native: block.rest() });
}

/** Texts that the service encrypts have no spaces. */
function isReadable(text: Json): boolean {
  return typeof text === "string" && text.slice(0, 400).includes(" ");
}

/** Takes back what the tool has said of texts already. True when there was something. */
function takeBack(kind: Kind, texts: readonly string[], conversation: Conversation): boolean {
  const records = conversation.views.takeBack(kind, texts);
  for (const record of records) conversation.leaveOut(record, "repeated");
  return records.length > 0;
}
