import { type JsonObject, type Part, present } from "@chatexport/core";
import { objectOf } from "@chatexport/core/read";
import {
  addNative,
  blockPart,
  type Fate,
  type Fields,
  type Holder,
  recordReaders,
  type StoredRecord,
  textPart,
} from "@chatexport/core/source";
import { beginCall, endWith } from "./calls.js";
import type { Conversation } from "./conversation.js";
import { fieldsOf } from "./fields.js";
import { imageOf, mentionOf } from "./files.js";
import { readLegacy } from "./read-legacy.js";
import { says } from "./says.js";

/** A message of a thread as a record: an object by the name of its kind, or that name alone; in the legacy form one with a role. */
export function messageRecord(stored: unknown, index: number): StoredRecord {
  const at = `messages/${index}`;
  const raw: JsonObject = objectOf(stored) ?? { message: stored as never };
  const envelope = fieldsOf(raw);
  const role = envelope.text("role");
  if (role !== undefined) return { type: role, at, fields: envelope, raw };
  if (typeof stored === "string") {
    envelope.text("message");
    return { type: stored, at, fields: envelope, raw };
  }
  const [type = "none"] = envelope.names;
  const fields = envelope.object(type);
  return fields ? { type, at, fields, envelope, raw } : { type, at, fields: envelope, raw };
}

/** Adds what a message says to its thread. */
export const readMessage = recordReaders<StoredRecord, [Conversation]>({
  User: readPrompt,
  Agent: readAnswer,
  Resume: readResumption,
  "user assistant system": readLegacy,
});

function readPrompt({ fields, at }: StoredRecord, conversation: Conversation): Fate {
  const id = fields.text("id");
  const parts = partsOf(fields, promptPart);
  if (!parts) return "unknown";
  conversation.prompt = id;
  return { kept: conversation.draft.write({ id, at }, "user", parts) };
}

function readAnswer({ fields, at }: StoredRecord, conversation: Conversation): Fate {
  const parts = partsOf(fields, (kind, item) =>
    kind === "ToolUse" ? beginCall(item.object(kind), conversation) : answerPart(kind, item),
  );
  if (!parts) return "unknown";
  const results = fields.object("tool_results");
  for (const id of results?.names ?? []) {
    const told = results?.object(id);
    if (!told) continue;
    told.fitting("tool_use_id", (own) => own === id);
    const call = conversation.calls.get(id);
    const orphan = endWith(told, call && parts.includes(call) ? call : undefined, id);
    if (orphan) parts.push(orphan);
  }
  const answer = conversation.draft.write({ at }, "assistant", parts);
  if (conversation.prompt !== undefined) conversation.answersTo.set(conversation.prompt, answer);
  return { kept: answer };
}

/** The place where the user let the agent go on; the model is told so in words that are not stored. */
function readResumption({ at }: StoredRecord, conversation: Conversation): Fate {
  const notice: Part = { type: "notice", level: "info", text: says.resumed, code: "Resume" };
  return { kept: conversation.draft.write({ at }, "system", [notice]) };
}

/** The parts of a message's content; undefined where it has no list of them. */
function partsOf(
  fields: Fields,
  partOf: (kind: string, item: Fields) => Part | undefined,
): Part[] | undefined {
  return fields.list("content")?.flatMap((item): Part[] => {
    const [kind = "none"] = item.names;
    const part = partOf(kind, item);
    if (part?.type === "text" && part.text.trim() === "") return [];
    if (part) {
      const { [kind]: inner, ...outer } = item.rest() ?? {};
      addNative(part as Holder, { ...objectOf(inner), ...outer });
      return [part];
    }
    return [blockPart(undefined, item, "content", kind)];
  });
}

function promptPart(kind: string, item: Fields): Part | undefined {
  if (kind === "Mention") return mentionOf(item.object(kind));
  if (kind === "Image") return imageOf(item.object(kind), "upload");
  return kind === "Text" ? textPart(item, kind) : undefined;
}

function answerPart(kind: string, item: Fields): Part | undefined {
  if (kind === "Text") return textPart(item, kind);
  if (kind === "RedactedThinking") {
    const encrypted = item.text(kind);
    return encrypted === undefined ? undefined : { type: "reasoning", redacted: true, encrypted };
  }
  const thought = kind === "Thinking" ? item.object(kind) : undefined;
  const text = thought?.string("text");
  if (text === undefined) return undefined;
  return present<Part>({
    type: "reasoning",
    text: text || undefined,
    signature: thought?.text("signature"),
  });
}
