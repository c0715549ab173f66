import { type Context, type Json, type JsonObject, present } from "@chatexport/core";
import {
  type DamagedText,
  listOf,
  objectOf,
  objectsOf,
  readDocument,
  stringOf,
  textOf,
  utcTime,
} from "@chatexport/core/read";
import { recordsOfLines } from "@chatexport/core/source";
import { type CliEvent, eventOf } from "./event.js";

/** The events of a file, in batches. Throws when it cannot be read. */
export async function* eventsOf(
  path: string,
  context: Context,
): AsyncGenerator<Iterable<CliEvent | DamagedText>> {
  if (path.endsWith(".json")) {
    const document = readDocument(path);
    yield "record" in document ? eventsOfDocument(document.record) : [document];
    return;
  }
  yield* recordsOfLines(path, eventOf, context);
}

/** The events that the single document of 2025 (`history-session-state`) tells of: it has the model's own messages. */
function eventsOfDocument(document: JsonObject): CliEvent[] {
  const { chatMessages, timeline, ...others } = document;
  const list = listOf(timeline);
  const rest = list ? others : present<JsonObject>({ ...others, timeline });
  const createdAt = utcTime(document.startTime);
  const start: CliEvent = { ...eventAt("/", "session.start", rest, document) };
  if (createdAt !== undefined) start.createdAt = createdAt;
  const messages = (listOf(chatMessages) ?? [chatMessages ?? []].flat()).map((value, index) => {
    const message = objectOf(value) ?? { role: "none", content: value };
    return eventOfMessage(message, `/chatMessages/${index}`);
  });
  // What the tool showed, in its own words.
  const shown = (list ?? []).map((_, index) => eventAt(`/timeline/${index}`, "timeline", {}, {}));
  return [start, ...messages, ...shown];
}

function eventOfMessage(message: JsonObject, at: string): CliEvent {
  const { role, content, tool_calls, tool_call_id, ...rest } = message;
  const text = textIn(content);
  switch (role) {
    case "user":
      return eventAt(at, "user.message", { ...rest, content: text }, message);
    case "system":
      return eventAt(at, "system.message", { ...rest, content: text }, message);
    case "assistant": {
      const toolRequests = listOf(tool_calls)?.map(requestOf) ?? tool_calls ?? [];
      return eventAt(at, "assistant.message", { ...rest, content: text, toolRequests }, message);
    }
    case "tool": {
      const data = { ...rest, toolCallId: tool_call_id ?? null, result: { content: text } };
      return eventAt(at, "tool.execution_complete", data, message);
    }
    default:
      return eventAt(at, `message/${textOf(role) ?? "none"}`, message, message);
  }
}

/** A call in the shape of an event; one of another shape stays as it is. */
function requestOf(value: Json): Json {
  const { id, type, function: called, ...rest } = objectOf(value) ?? {};
  const call = objectOf(called);
  if (!call || type !== "function") return value;
  return { ...rest, ...call, toolCallId: id ?? null };
}

/** The text of a message; content of another shape stays as it is. */
function textIn(content: Json = ""): Json {
  const texts = objectsOf(content).flatMap(({ type, text, ...rest }) =>
    type === "text" && Object.keys(rest).length === 0 ? (stringOf(text) ?? []) : [],
  );
  const isText = listOf(content)?.length === texts.length;
  return content === null || isText ? texts.join("\n") : content;
}

function eventAt(at: string, type: string, data: JsonObject, raw: JsonObject): CliEvent {
  return { ...eventOf({ id: at, type, data }, at), raw };
}
