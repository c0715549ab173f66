import { type NoticePart, type Part, present, type Session, type ToolCall } from "@chatexport/core";
import { taskCalls, textOf, uniqueId } from "@chatexport/core/read";
import {
  addNative,
  blockPart,
  Draft,
  type Fate,
  type Fields,
  type Holder,
  recordReaders,
  type StoredRecord,
  textPart,
} from "@chatexport/core/source";
import { callOf, endWith, imageOf } from "./calls.js";
import { says } from "./says.js";

/** A session while its messages are read. */
export class Conversation {
  readonly draft = new Draft();
  readonly calls = new Map<string, ToolCall>();
  readonly callIds = new Set<string>();
  /** Texts of prompts that a compaction has copied. */
  readonly copied: ReadonlySet<string>;

  constructor(copied: ReadonlySet<string>) {
    this.copied = copied;
  }

  /** Says of a sub-agent which call started it: one of the message that the store names, where that is known. */
  link(subagent: Session, messageId: string | undefined): void {
    const messages = this.draft.messages.filter(
      ({ id }) => messageId === undefined || id === messageId,
    );
    const calls = taskCalls({ messages }).filter((call) => call.subagent === undefined);
    const asked = subagent.messages[0]?.parts.find((part) => part.type === "text")?.text;
    const fitting = calls.filter(({ task }) => task !== undefined && asked?.includes(task));
    const [call, ...others] = messageId !== undefined && calls.length === 1 ? calls : fitting;
    if (!call || others.length > 0 || !subagent.parent) return;
    call.subagent = subagent.id;
    subagent.parent.toolCallId = call.id;
  }
}

/** Adds what a message says to its session. */
export const readMessage = recordReaders<StoredRecord, [Conversation]>({
  "user assistant": readSaid,
});

function readSaid(record: StoredRecord, conversation: Conversation): Fate {
  const { fields, type, at } = record;
  const { draft } = conversation;
  // Rows of the first schemas have no names of their own.
  const place = typeof at === "string" ? at.replace("messages/", "message-") : undefined;
  const own = { ...record, id: record.id ?? place };
  if (!Array.isArray(record.raw.content)) return "unknown";
  const metadata = fields.object("metadata");
  const isShown = metadata?.flag("userVisible") ?? true;
  const isSent = metadata?.flag("agentVisible") ?? true;
  const content = fields.objects("content");
  const [first, ...others] = content;
  const isHidden = !isShown && !isSent && others.length === 0;
  const text = isHidden && first?.word(["text"], "type") ? first.string("text") : undefined;
  if (text !== undefined && conversation.copied.has(text)) return { skipped: "copy" };
  let ended: ToolCall | undefined;
  const parts = content.flatMap((stored): Part[] => {
    const kind = stored.text("type") ?? "none";
    const made = partOf(kind, stored, conversation);
    if (!made) return [unknownPart(kind, stored)];
    const [part] = made;
    if (part && "call" in part) {
      ended = part.call;
      addNative(part.call, stored.rest());
      return [];
    }
    if (part) addNative(part as Holder, stored.rest());
    return made as Part[];
  });
  if (parts.length === 0 && ended) {
    addNative(ended, present({ message_id: textOf(record.raw.id) }));
    return { kept: ended };
  }
  const role = ended ? "system" : type === "user" ? "user" : "assistant";
  if (isShown || !isSent || !parts.every((part) => part.type === "text"))
    return { kept: draft.write(own, role, parts) };
  // Only the model sees the summary of what was said before, and how to go on with it.
  const summary = parts.map(({ text }) => text).join("\n\n");
  if (type === "user")
    return { kept: draft.write(own, "system", [{ type: "compaction", summary }]) };
  const synthetic = "instructions" as const;
  const told = parts.map((part) => ({ ...part, synthetic }));
  return { kept: draft.write(own, "system", told, { synthetic }) };
}

function partOf(
  kind: string,
  stored: Fields,
  conversation: Conversation,
): Part[] | [{ call: ToolCall }] | undefined {
  switch (kind) {
    case "text": {
      const part = textPart(stored);
      return part && (part.text.trim() === "" ? [] : [part]);
    }
    case "thinking":
    case "reasoning": {
      const text = stored.text("thinking", "text");
      const signature = stored.text("signature");
      const isNone = text === undefined && signature === undefined;
      return isNone ? [] : [present<Part>({ type: "reasoning", text, signature })];
    }
    case "redactedThinking": {
      const encrypted = stored.text("data");
      return encrypted === undefined
        ? undefined
        : [{ type: "reasoning", redacted: true, encrypted }];
    }
    case "image": {
      const image = imageOf(stored, "upload");
      return image && [image];
    }
    case "toolRequest":
    case "frontendToolRequest":
      return begunCall(stored, conversation);
    case "toolResponse": {
      const toolCallId = stored.string("id");
      const told = stored.object("toolResult");
      if (toolCallId === undefined || !told) return undefined;
      const call = conversation.calls.get(toolCallId);
      const orphan = endWith(told, call, toolCallId);
      return call && !orphan ? [{ call }] : orphan && [orphan];
    }
    case "toolConfirmationRequest":
    case "actionRequired":
    case "systemNotification":
    case "conversationCompacted":
    case "summarizationRequested":
    case "contextLengthExceeded":
      return [noticeOf(kind, stored)];
    default:
      return undefined;
  }
}

function begunCall(stored: Fields, { calls, callIds }: Conversation): Part[] | undefined {
  const own = stored.string("id");
  const told = stored.object("toolCall");
  if (own === undefined || !told) return undefined;
  const call = callOf(uniqueId(own, callIds.size, callIds), told, stored.object("_meta"));
  calls.set(own, call);
  return [call];
}

/** Something that the tool told its user, or asked for. */
function noticeOf(code: string, stored: Fields): NoticePart {
  const text = stored.text("msg", "prompt") ?? stored.object("data")?.text("message", "prompt");
  return { type: "notice", level: "info", text: text ?? says.asked, code };
}

function unknownPart(kind: string, stored: Fields): Part {
  return blockPart(undefined, stored, "content", kind);
}
