import { type Message, type Part, present } from "@chatexport/core";
import { listOf, syntheticOf } from "@chatexport/core/read";
import { type Fields, type Holder, keepRest } from "@chatexport/core/source";
import { fieldsOf } from "./fields.js";
import { secondFileOf } from "./file-part.js";
import { baseOf, unknownOf } from "./read-message.js";
import { noticeOf, retryNotice, writtenPart } from "./read-part.js";
import type { Reading } from "./reading.js";
import { says } from "./says.js";
import { contentOf } from "./second-content.js";
import { shellCall } from "./second-tool.js";
import type { WholeMessage } from "./stored.js";
import { usageOf } from "./usage.js";

/** The content of a message, apart from its id and time. */
type Told = Pick<Message, "role" | "parts"> &
  Partial<Message> & {
    /** The part that keeps the fields that nobody has taken, where the message does not. */
    holder?: Part & Holder;
  };

/** Reads a message of one type; undefined when the message has not the shape of that type. */
type Reader = (fields: Fields, id: string, reading: Reading) => Told | undefined;

/** A message of the second form in the words of the model; undefined when it says nothing of its own. */
export function secondMessageOf(whole: WholeMessage, reading: Reading): Message | undefined {
  const { id, data, second } = whole.message;
  const type = second?.type ?? "none";
  if (type === "idle") {
    // The answer before it says how the turn ended.
    reading.tally.skip("turn-end");
    return undefined;
  }
  const fields = fieldsOf(data);
  const told = Object.hasOwn(readers, type) ? readers[type]?.(fields, id, reading) : undefined;
  if (!told) return unknownOf(whole, `session_message/${type}`, reading);
  reading.tally.keep();
  const { holder, ...said } = told;
  const message = present<Message>({
    ...baseOf(whole, fields, reading),
    completedAt: fields.object("time")?.time("completed"),
    ...said,
    synthetic: syntheticOf(said.parts),
  });
  keepRest(holder ?? message, fields, `second-${type}`, reading.tally);
  return message;
}

const readers: Readonly<Record<string, Reader>> = {
  user(fields) {
    const text = fields.string("text");
    if (text === undefined) return undefined;
    const parts: Part[] = text === "" ? [] : [{ type: "text", text }];
    parts.push(...fields.objects("files").map((file) => secondFileOf(file)));
    return { role: "user", parts };
  },
  synthetic: written("user", writtenPart),
  system: written("system", (text) => ({ type: "text", text, synthetic: "context" })),
  skill: written("user", (text) => ({ type: "text", text, synthetic: "skill" })),
  assistant: answerOf,
  shell(fields, id, reading) {
    const call = shellCall(fields, id, reading);
    return call && { role: "user", parts: [call] };
  },
  compaction(fields) {
    const said = { role: "system" as const, ...modelOf(fields), usage: secondUsage(fields) };
    const status = fields.word(["completed", "failed"], "status");
    const error = status === "failed" ? fields.object("error") : undefined;
    const holder: Part & Holder =
      status === "failed"
        ? noticeOf(error ?? fieldsOf({}))
        : present({
            type: "compaction",
            summary: fields.text("summary"),
            trigger: fields.word(["auto", "manual"], "reason"),
          });
    return present<Told>({ ...said, parts: [holder], holder });
  },
  "agent-switched": switched("agent-switched", says.agent, (fields) => fields.text("agent")),
  "model-switched": switched("model-switched", says.model, (fields) => {
    const model = fields.object("model");
    const id = model?.text("id");
    const provider = id === undefined ? undefined : model?.text("providerID");
    return provider === undefined ? id : `${provider}/${id}`;
  }),
  "location-switched": switched("location-switched", says.folder, (fields) =>
    fields.object("location")?.text("directory"),
  ),
};

/** Reads a text that the tool wrote. */
function written(role: Message["role"], partOf: (text: string) => Part): Reader {
  return (fields) => {
    const text = fields.text("text");
    return text === undefined ? undefined : { role, parts: [partOf(text)] };
  };
}

function answerOf(fields: Fields, id: string, reading: Reading): Told | undefined {
  const error = fields.object("error");
  const retry = fields.object("retry");
  const content = listOf(fields.fitting("content", (value) => listOf(value) !== undefined));
  if (!content) return undefined;
  const parts = contentOf(content, id, error?.text("type") === "aborted", reading);
  if (retry) parts.push(retryNotice(retry, retry));
  if (error) parts.push(noticeOf(error));
  return present<Told>({
    role: "assistant",
    ...modelOf(fields),
    mode: fields.text("agent"),
    parts,
    usage: secondUsage(fields),
    stopReason: fields.text("finish"),
  });
}

function modelOf(fields: Fields): Partial<Message> {
  const model = fields.object("model");
  const variant = model?.text("variant");
  return present<Partial<Message>>({
    model: model?.text("id"),
    provider: model?.text("providerID"),
    effort: variant === "default" ? undefined : variant,
  });
}

/** The output never contains the reasoning (seen in 1.18.33). */
function secondUsage(fields: Fields): Message["usage"] {
  return usageOf([fields], () => false);
}

/** Reads a choice of the user that holds for what comes after it. */
function switched(
  code: string,
  beginning: string,
  nameIn: (fields: Fields) => string | undefined,
): Reader {
  return (fields) => {
    const name = nameIn(fields);
    if (name === undefined) return undefined;
    const text = `${beginning} ${name}`;
    const holder: Part & Holder = { type: "notice", level: "info", text, code };
    return { role: "system", parts: [holder], holder };
  };
}
