import { type Part, present } from "@chatexport/core";
import {
  addNative,
  blockPart,
  type Fate,
  type Fields,
  type Holder,
  type StoredRecord,
} from "@chatexport/core/source";
import { beginCall, endWith } from "./calls.js";
import type { Conversation } from "./conversation.js";

/** Reads a message of the form before 0.3.0, of which the oldest one has a text in place of segments. */
export function readLegacy(record: StoredRecord, conversation: Conversation): Fate {
  const { fields, at, type } = record;
  const id = fields.number("id");
  const parts = [...contextOf(fields), ...fields.objects("segments").flatMap(segmentOf)];
  const text = fields.text("text");
  if (text !== undefined) parts.push({ type: "text", text });
  for (const stored of fields.objects("tool_uses")) {
    const call = beginCall(stored, conversation);
    addNative((call ?? {}) as Holder, call && stored.rest());
    if (call) parts.push(call);
  }
  const results = fields.objects("tool_results");
  // Before 0.2.0, results are in a message of the user.
  const ended = results.flatMap((told) => {
    const own = told.text("tool_use_id") ?? "";
    const call = conversation.calls.get(own);
    const orphan = endWith(told, call, own);
    if (orphan) parts.push(orphan);
    return orphan ? [] : (call ?? []);
  });
  const [first] = ended;
  if (parts.length === 0 && first) return { kept: first };
  const isHidden = results.length > 0 || fields.flag("is_hidden") === true;
  const isByTool = type === "system" || (type === "user" && isHidden);
  const isOwn = isByTool && parts.every((part) => part.type === "text");
  const synthetic = isOwn ? (type === "system" ? "instructions" : "reminder") : undefined;
  const role = type === "assistant" ? type : isOwn ? "system" : "user";
  const message = conversation.draft.write(
    { id: id === undefined ? undefined : `message-${id}`, at },
    role,
    isOwn ? parts.map((part) => present<Part>({ ...part, synthetic })) : parts,
    { synthetic },
  );
  if (type === "assistant") conversation.answersAt.set(Number(String(at).split("/")[1]), message);
  return { kept: message };
}

/** The files that were given with a prompt, which the tool has put into one text. */
function contextOf(fields: Fields): Part[] {
  const text = fields.text("context");
  return text === undefined ? [] : [{ type: "text", text, synthetic: "context" }];
}

function segmentOf(stored: Fields): Part[] {
  const type = stored.text("type") ?? "none";
  const text = stored.string("text");
  const encrypted = stored.text("data");
  const part: Part | undefined =
    type === "text" && text !== undefined
      ? { type, text }
      : type === "thinking" && text !== undefined
        ? present<Part>({ type: "reasoning", text, signature: stored.text("signature") })
        : encrypted !== undefined
          ? { type: "reasoning", redacted: true, encrypted }
          : undefined;
  if (part?.type === "text" && part.text.trim() === "") return [];
  return [blockPart(part, stored, "segment", type)];
}
