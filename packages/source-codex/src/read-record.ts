import {
  type CompactionPart,
  type Json,
  type JsonObject,
  type Part,
  present,
  type ReasoningPart,
} from "@chatexport/core";
import { listOf, nameSet, objectOf, objectsOf, stringOf, textOf } from "@chatexport/core/read";
import type { Conversation } from "./conversation.js";
import { read, unread } from "./fields.js";
import { injectedBy, kindsOf } from "./injected.js";
import { readEvent } from "./read-event.js";
import type { CodexRecord, Fate } from "./records.js";
import { addOutput, callOf, imagePart, resultOf } from "./tool-calls.js";
import { addUsage, usageOf } from "./usage.js";

const bookkeeping: Fate = { skipped: "bookkeeping" };

/** Records that say nothing about the conversation. */
const skippedTypes = nameSet(
  "world_state state inter_agent_communication_metadata retained_context security_risk_score",
  "dynamic_tools_updated",
);

/** Adds what a record says to its conversation. */
export function readRecord(record: CodexRecord, conversation: Conversation): Fate {
  const { type, payload } = record;
  switch (type) {
    case "response_item":
      return readItem(record, conversation);
    case "event_msg":
      return readEvent(record, conversation);
    case "turn_context":
      return readTurn(payload, conversation);
    case "compacted":
      return readCompaction(record, conversation);
    case "token_usage_record": {
      const usage = usageOf(objectOf(payload.usage) ?? {});
      const answer = conversation.lastAnswer?.message;
      conversation.endResponse();
      conversation.hasUsageRecords = true;
      if (!answer || !usage) return { skipped: "usage-of-no-answer" };
      answer.usage = answer.usage ? addUsage(answer.usage, usage) : usage;
      Object.assign(answer, present({ responseId: textOf(payload.response_id) }));
      return "kept";
    }
    default:
      return skippedTypes.has(type) ? bookkeeping : "unknown";
  }
}

function readTurn(payload: JsonObject, conversation: Conversation): Fate {
  conversation.endResponse();
  conversation.settings = present({
    cwd: textOf(payload.cwd),
    model: textOf(payload.model),
    effort: textOf(payload.effort),
  });
  const native = unread(payload, read.turn);
  if (native && JSON.stringify(native) !== conversation.turnNative) {
    conversation.turnNative = JSON.stringify(native);
    conversation.pendingNative = { turn: native };
  }
  return "kept";
}

function readItem(record: CodexRecord, conversation: Conversation): Fate {
  const { payload } = record;
  const id = textOf(payload.id);
  switch (payload.type) {
    case "message":
      return readMessage(record, conversation);
    case "reasoning":
      conversation.answer(record, [reasoningOf(payload, conversation)], id);
      return "kept";
    case "function_call":
    case "custom_tool_call":
    case "local_shell_call":
    case "web_search_call":
    case "image_generation_call":
    case "tool_search_call": {
      const callId = textOf(payload.call_id) ?? id ?? `call-${record.ordinal}`;
      const call = callOf(payload, callId, record.createdAt);
      conversation.answer(record, [call], id);
      conversation.calls.set(callId, call);
      conversation.lastCall = call;
      return "kept";
    }
    case "function_call_output":
    case "custom_tool_call_output":
    case "tool_search_output": {
      conversation.endResponse();
      const callId = textOf(payload.call_id) ?? "";
      const call = conversation.calls.get(callId);
      if (call) addOutput(call, payload, record.createdAt);
      else
        conversation.begin(record, "system", [
          { type: "tool-result", toolCallId: callId, result: resultOf(payload) },
        ]);
      return "kept";
    }
    case "agent_message":
      return readAgentMessage(record, conversation);
    case "additional_tools":
      conversation.addTools(payload.tools);
      return "kept";
    case "compaction":
    case "compaction_summary":
    case "context_compaction":
      conversation.begin(record, "system", [
        present({ type: "compaction", native: unread(payload, new Set(["type"])) }),
      ]);
      return "kept";
    case "ghost_snapshot":
      return bookkeeping;
    default:
      return "unknown";
  }
}

function readMessage(record: CodexRecord, conversation: Conversation): Fate {
  const { payload, metadata } = record;
  const role = payload.role;
  const id = textOf(payload.id);
  if (metadata.compaction_output === true) {
    conversation.summary = textsOf(payload.content).join("\n");
    conversation.endResponse();
    conversation.lastAnswer = conversation.begin(record, "system", [], id);
    return "kept";
  }
  if (role === "assistant") {
    const parts = contentParts(payload);
    for (const text of textsOf(payload.content)) {
      if (conversation.takeBack(`answer ${text}`)) conversation.tally.skip("repeated");
      conversation.shortenReview(text);
    }
    const draft = conversation.answer(record, parts, id);
    conversation.say(textsOf(payload.content));
    addNative(draft.message, unread(payload, read.message));
    return "kept";
  }
  conversation.endResponse();
  if (role !== "user") {
    const parts = contentParts(payload).map((part) =>
      part.type === "text" ? { ...part, synthetic: "instructions" as const } : part,
    );
    const draft = conversation.begin(record, "system", parts, id);
    draft.message.synthetic = "instructions";
    addNative(draft.message, unread(payload, read.message));
    return role === "developer" || role === "system" ? "kept" : "unknown";
  }
  const kinds = kindsOf(payload);
  const parts = contentParts(payload).map((part, index): Part => {
    const synthetic = part.type === "text" ? injectedBy(part.text, kinds[index]) : undefined;
    return part.type === "text" && synthetic ? { ...part, synthetic } : part;
  });
  for (const text of [textsOf(payload.content).join("\n"), ...textsOf(payload.content)])
    if (conversation.takeBack(`prompt ${text.trim()}`)) conversation.tally.skip("repeated");
  const draft = conversation.begin(record, "user", parts, id);
  const [first] = parts;
  const isSynthetic = parts.every((part) => part.type === "text" && part.synthetic);
  if (isSynthetic && first?.type === "text" && first.synthetic)
    draft.message.synthetic = first.synthetic;
  draft.isPrompt = !isSynthetic;
  conversation.say(textsOf(payload.content));
  addNative(draft.message, unread(payload, read.message));
  return "kept";
}

function addNative(message: { native?: JsonObject }, native: JsonObject | undefined): void {
  if (native) message.native = { ...message.native, ...native };
}

/** The texts of a message, without the tags that the tool puts around images. */
function textsOf(content: Json | undefined): string[] {
  if (typeof content === "string") return [content];
  return objectsOf(content)
    .flatMap((block) => textOf(block.text) ?? [])
    .filter((text) => !isImageTag(text));
}

function isImageTag(text: string): boolean {
  return text === "</image>" || /^<image(?: name=[^<>]{1,1000})?>$/.test(text);
}

function contentParts({ content }: JsonObject): Part[] {
  const parts: Part[] = [];
  let path: string | undefined;
  for (const item of typeof content === "string"
    ? [{ text: content, type: "text" }]
    : (listOf(content) ?? [])) {
    const block = objectOf(item);
    const text = stringOf(block?.text);
    if (block?.type === "input_image") {
      parts.push(imagePart(block, "upload", path));
      path = undefined;
    } else if (text !== undefined && isImageTag(text))
      path = /path="([^"]{1,4096})"/.exec(text)?.[1] ?? path;
    else if (text !== undefined && text !== "") {
      const native = block && unread(block, blockFields);
      parts.push(present({ type: "text", text, native }));
    } else if (text === undefined)
      parts.push({ type: "unknown", recordType: `block/${block?.type}`, native: item });
  }
  return parts;
}

const blockFields = nameSet("type text annotations");

function reasoningOf(payload: JsonObject, conversation: Conversation): ReasoningPart {
  const texts = (list: Json | undefined) =>
    objectsOf(list).flatMap(({ text }) => textOf(text) ?? []);
  const summary = texts(payload.summary);
  const content = texts(payload.content);
  for (const text of [...summary, ...content, summary.join("\n\n"), content.join("\n\n")])
    if (conversation.takeBack(`reasoning ${text}`)) conversation.tally.skip("repeated");
  const said = content.length > 0 ? content : summary;
  const native = unread(payload, read.reasoning);
  return present({
    type: "reasoning",
    text: said.length > 0 ? said.join("\n\n") : undefined,
    redacted: said.length === 0 && textOf(payload.encrypted_content) ? true : undefined,
    encrypted: textOf(payload.encrypted_content),
    native: content.length > 0 && summary.length > 0 ? { ...native, summary } : native,
  });
}

/** What agents say to each other. */
function readAgentMessage(record: CodexRecord, conversation: Conversation): Fate {
  const { payload } = record;
  conversation.endResponse();
  const parts = objectsOf(payload.content).map((block): Part => {
    const text =
      textOf(block.text) ?? (isReadable(block) ? textOf(block.encrypted_content) : undefined);
    return text
      ? { type: "text", text, synthetic: "notification" }
      : { type: "unknown", recordType: "encrypted_content", native: block };
  });
  const draft = conversation.begin(record, "user", parts, textOf(payload.id));
  if (parts.every(({ type }) => type === "text")) draft.message.synthetic = "notification";
  addNative(draft.message, unread(payload, nameSet("type id content")));
  return "kept";
}

/** What the service encrypts has no spaces. */
function isReadable({ encrypted_content }: JsonObject): boolean {
  return typeof encrypted_content === "string" && encrypted_content.slice(0, 400).includes(" ");
}

function readCompaction(record: CodexRecord, conversation: Conversation): Fate {
  const { payload } = record;
  conversation.endResponse();
  const own = conversation.summary;
  const message = textOf(payload.message);
  const native = unread(payload, nameSet("message"));
  const part: CompactionPart = present({
    type: "compaction",
    summary: own ?? message,
    native: own && message && message !== own ? { ...native, message } : native,
  });
  const holder = own ? conversation.lastAnswer : undefined;
  if (holder && holder.message.parts.length === 0) holder.message.parts.push(part);
  else conversation.begin(record, "system", [part]);
  conversation.summary = undefined;
  conversation.lastAnswer = undefined;
  conversation.isCompacted = true;
  return "kept";
}
