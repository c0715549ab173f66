import {
  type JsonObject,
  type Message,
  type Part,
  present,
  type Synthetic,
} from "@chatexport/core";
import { objectOf, objectsOf, stringOf, textOf, utcTime } from "@chatexport/core/read";
import { unread } from "./fields.js";
import { secondFileOf } from "./file-part.js";
import { baseOf, syntheticOf, unknownOf } from "./read-message.js";
import { noticeOf, retryNotice, syntheticKind } from "./read-part.js";
import type { Reading } from "./reading.js";
import { contentOf } from "./second-content.js";
import { countUnknownSecondFields, secondRead } from "./second-fields.js";
import { shellCall } from "./second-tool.js";
import type { WholeMessage } from "./stored.js";
import { usageOf } from "./usage.js";

/** What a message says, apart from its id and time. */
type Told = Pick<Message, "role" | "parts"> & Partial<Message>;

/** Reads a message of one type; undefined when the message has not the shape of that type. */
type Reader = (data: JsonObject, id: string, reading: Reading) => Told | undefined;

/** A message of the second form in the words of the model; undefined when it says nothing of its own. */
export function secondMessageOf(whole: WholeMessage, reading: Reading): Message | undefined {
  const { id, data, second } = whole.message;
  const type = second?.type ?? "none";
  if (type === "idle") {
    // The answer before it says how the turn ended.
    reading.tally.skip("turn-end");
    return undefined;
  }
  const told = Object.hasOwn(readers, type) ? readers[type]?.(data, id, reading) : undefined;
  if (!told) return unknownOf(whole, `session_message/${type}`, reading);
  reading.tally.keep();
  countUnknownSecondFields(data, type, reading.tally);
  return present<Message>({
    ...baseOf(whole, reading),
    completedAt: utcTime(objectOf(data.time)?.completed),
    ...told,
    synthetic: syntheticOf(told.parts),
  });
}

const readers: Readonly<Record<string, Reader>> = {
  user(data) {
    const text = stringOf(data.text);
    if (text === undefined) return undefined;
    const parts: Part[] = text === "" ? [] : [{ type: "text", text }];
    parts.push(...objectsOf(data.files).map(secondFileOf));
    return present<Told>({ role: "user", parts, native: unread(data, secondRead.user) });
  },
  synthetic: written("user", syntheticKind),
  system: written("system", () => "context"),
  skill: written("user", () => "skill"),
  assistant: answerOf,
  shell(data, id, reading) {
    if (textOf(data.command) === undefined) return undefined;
    // That it ran out of time is told nowhere else.
    const status = data.status === "timeout" ? data.status : null;
    const native = unread({ ...data, status }, secondRead.shell);
    return present<Told>({ role: "user", parts: [shellCall(data, id, reading)], native });
  },
  compaction: (data) => (data.status === "failed" ? failedCompaction(data) : compactionOf(data)),
  "agent-switched": (data) =>
    switched("agent-switched", textOf(data.agent), data, (agent) => `Agent from here on: ${agent}`),
  "model-switched": (data) =>
    switched(
      "model-switched",
      nameOfModel(objectOf(data.model)),
      data,
      (model) => `Model from here on: ${model}`,
    ),
  "location-switched": (data) =>
    switched(
      "location-switched",
      textOf(objectOf(data.location)?.directory),
      data,
      (directory) => `Folder from here on: ${directory}`,
    ),
};

/** Reads a text that the tool wrote. */
function written(role: Message["role"], kindOf: (text: string) => Synthetic): Reader {
  return (data) => {
    const text = textOf(data.text);
    return text === undefined
      ? undefined
      : present<Told>({
          role,
          parts: [{ type: "text", text, synthetic: kindOf(text) }],
          native: unread(data, secondRead.text),
        });
  };
}

function answerOf(data: JsonObject, id: string, reading: Reading): Told | undefined {
  const error = objectOf(data.error);
  const retry = objectOf(data.retry);
  const parts = contentOf(data.content, id, error?.type === "aborted", reading);
  if (!parts) return undefined;
  if (retry) parts.push(retryNotice({ ...retry, time: { created: retry.at ?? null } }));
  const { notice, native } = error ? noticeOf(error) : {};
  if (notice) parts.push(present({ ...notice, native }));
  return present<Told>({
    role: "assistant",
    ...modelOf(data),
    mode: textOf(data.agent),
    parts,
    usage: secondUsage(data),
    stopReason: textOf(data.finish),
    native: unread(data, secondRead.assistant),
  });
}

function modelOf(data: JsonObject): Partial<Message> {
  const model = objectOf(data.model) ?? {};
  const variant = textOf(model.variant);
  return present<Partial<Message>>({
    model: textOf(model.id),
    provider: textOf(model.providerID),
    effort: variant === "default" ? undefined : variant,
  });
}

function nameOfModel(model: JsonObject | undefined): string | undefined {
  const id = textOf(model?.id);
  const provider = textOf(model?.providerID);
  return id !== undefined && provider !== undefined ? `${provider}/${id}` : id;
}

/** The output never contains the reasoning (seen in 1.18.33). */
function secondUsage(data: JsonObject): Message["usage"] {
  return usageOf(data, [], () => false);
}

function compactionOf(data: JsonObject): Told {
  const { reason, status } = data;
  const rest = unread(data, secondRead.compaction);
  return present<Told>({
    role: "system",
    ...modelOf(data),
    usage: secondUsage(data),
    parts: [
      present({
        type: "compaction",
        summary: textOf(data.summary),
        trigger: reason === "auto" || reason === "manual" ? reason : undefined,
        native: status === "running" ? { ...rest, status } : rest,
      }),
    ],
  });
}

function failedCompaction(data: JsonObject): Told {
  const { notice, native } = noticeOf(objectOf(data.error) ?? {});
  return present<Told>({
    role: "system",
    ...modelOf(data),
    usage: secondUsage(data),
    parts: [present({ ...notice, native: { ...native, ...unread(data, secondRead.failed) } })],
  });
}

/** A choice of the user that holds for what comes after it. */
function switched(
  code: string,
  name: string | undefined,
  data: JsonObject,
  textFor: (name: string) => string,
): Told | undefined {
  return name === undefined
    ? undefined
    : {
        role: "system",
        parts: [
          present({
            type: "notice",
            level: "info",
            text: textFor(name),
            code,
            native: unread(data, secondRead.switched),
          }),
        ],
      };
}
