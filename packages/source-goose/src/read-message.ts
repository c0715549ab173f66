import {
  type Message,
  type NoticePart,
  type Part,
  present,
  type Session,
  type Synthetic,
  type TextPart,
  type ToolCall,
} from "@chatexport/core";
import { textOf, uniqueId } from "@chatexport/core/read";
import {
  addNative,
  blockPart,
  Draft,
  type Fate,
  type Fields,
  type Holder,
  recordReaders,
  type StoredRecord,
} from "@chatexport/core/source";
import { callOf, endCall, imageOf, resultOf } from "./calls.js";
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
    const calls = messages.flatMap(({ parts }) =>
      parts.flatMap((part) =>
        part.type === "tool-call" && part.kind === "task" && part.subagent === undefined
          ? part
          : [],
      ),
    );
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
  const { fields, type, at, createdAt } = record;
  const id = record.id ?? placeName(at);
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
  const message = { id, createdAt, origin: { at } };
  if (isShown || !isSent || !parts.every((part) => part.type === "text")) {
    const role = ended ? "system" : type === "user" ? "user" : "assistant";
    return { kept: conversation.draft.begin(present<Message>({ ...message, role, parts })) };
  }
  return {
    kept: conversation.draft.begin(present<Message>({ ...message, ...hidden(type, parts) })),
  };
}

/** The name of a message that has none of its own, after the number of its line or row. */
function placeName(at: string | number): string {
  return typeof at === "number" ? `line-${at}` : at.replace("messages/", "message-");
}

/** A message that only the model sees: the summary of what was said before, and how to go on with it. */
function hidden(
  role: string,
  parts: readonly TextPart[],
): Pick<Message, "role" | "parts" | "synthetic"> {
  const texts = parts.map(({ text }) => text);
  if (role === "user")
    return { role: "system", parts: [{ type: "compaction", summary: texts.join("\n\n") }] };
  const synthetic: Synthetic = "instructions";
  return { role: "system", synthetic, parts: parts.map((part) => ({ ...part, synthetic })) };
}

function partOf(
  kind: string,
  stored: Fields,
  conversation: Conversation,
): Part[] | [{ call: ToolCall }] | undefined {
  switch (kind) {
    case "text": {
      const text = stored.string("text");
      return text === undefined ? undefined : text.trim() === "" ? [] : [{ type: "text", text }];
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
      if (!call || call.result)
        return [{ type: "tool-result", toolCallId, result: resultOf(told) }];
      endCall(call, told);
      return [{ call }];
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
