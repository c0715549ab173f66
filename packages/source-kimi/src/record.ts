import { type JsonObject, present } from "@chatexport/core";
import type { Fields, StoredRecord } from "@chatexport/core/source";
import { fieldsOf } from "./fields.js";

/** A line of any file with records: a message of the model's context, or an event of either program. */
export interface KimiRecord extends StoredRecord {
  envelope: Fields;
  /** The sub-agent that it is about, in the log of the session that started it. */
  agent?: { id: string; callId?: string; subagentType?: string };
}

/** A record from its line. The type of a message has its role: "message/user". */
export function recordOf(raw: JsonObject, at: number): KimiRecord {
  const envelope = fieldsOf(raw);
  const createdAt = envelope.time("time", "timestamp", "created_at");
  return present<KimiRecord>({ at, createdAt, raw, envelope, ...unwrapped(envelope) });
}

function unwrapped(envelope: Fields): Pick<KimiRecord, "type" | "fields" | "agent"> {
  const type = envelope.text("type");
  const event = type === "context.append_loop_event" ? envelope.object("event") : undefined;
  if (event) return { type: event.text("type") ?? "none", fields: event };
  const isMessage = type === "context.append_message";
  const message = type === undefined || isMessage ? envelope.object("message") : undefined;
  if (message && !isMessage) return eventIn(message);
  const stored = message ?? envelope;
  const role = type === undefined || isMessage ? stored.text("role") : undefined;
  if (role === undefined) return { type: type ?? "none", fields: envelope };
  return { type: role.startsWith("_") ? role : `message/${role}`, fields: stored };
}

/** An event of Kimi CLI, which may be in one that says which sub-agent it is about. */
function eventIn(message: Fields): Pick<KimiRecord, "type" | "fields" | "agent"> {
  const type = message.text("type") ?? "none";
  const payload = message.object("payload");
  if (!payload) return { type: "none", fields: message };
  const event = type === "SubagentEvent" ? payload.object("event") : undefined;
  if (!event) return { type, fields: payload };
  const callId = payload.text("parent_tool_call_id", "task_tool_call_id");
  const id = payload.text("agent_id") ?? callId ?? "";
  const subagentType = payload.text("subagent_type");
  return { ...eventIn(event), agent: present({ id, callId, subagentType }) };
}
