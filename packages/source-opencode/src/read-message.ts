import { type JsonObject, type Message, type Part, present } from "@chatexport/core";
import { objectOf, textOf, uniqueId, utcTime } from "@chatexport/core/read";
import { missingMessage, unknownRecord } from "./diagnostics.js";
import { countUnknownFields, read, unread } from "./fields.js";
import { type Content, contentOf, noticeOf } from "./read-part.js";
import type { Reading } from "./reading.js";
import type { WholeMessage } from "./stored.js";
import { usageOf } from "./usage.js";

/** A message and its parts in the words of the model. */
export function messageOf(whole: WholeMessage, reading: Reading): Message {
  const { message, isMissing, isRest } = whole;
  const { data } = message;
  const error = objectOf(data.error);
  const content = contentOf(whole.parts, error?.name === "MessageAbortedError", reading);
  const role = data.role;
  if (isMissing) return orphanOf(whole, content, reading);
  const isKnown = role === "user" || role === "assistant";
  if (isRest) return restOf(whole, isKnown ? role : "system", content, reading);
  if (!isKnown) return unknownOf(whole, `message/${textOf(role) ?? "none"}`, reading, content);
  reading.tally.keep();
  countUnknownFields(data, role, reading.tally);
  if (content.compaction && content.parts.length === 0)
    return compactionOf(whole, content.compaction, reading);
  const { parts, steps } = content;
  if (error) {
    const { notice, native } = noticeOf(error);
    parts.push(present({ ...notice, native }));
  }
  const isAnswer = role === "assistant";
  const time = objectOf(data.time) ?? {};
  const path = objectOf(data.path) ?? {};
  const cwd = textOf(path.cwd);
  const given = objectOf(data.model) ?? {};
  return present<Message>({
    ...baseOf(whole, reading),
    role,
    completedAt: utcTime(time.completed),
    model: isAnswer ? (textOf(data.modelID) ?? textOf(given.modelID)) : undefined,
    provider: isAnswer ? (textOf(data.providerID) ?? textOf(given.providerID)) : undefined,
    effort: isAnswer ? (textOf(data.variant) ?? textOf(given.variant)) : undefined,
    mode: textOf(data.agent) ?? textOf(data.mode),
    cwd: cwd === reading.cwd ? undefined : cwd,
    parts,
    usage: isAnswer
      ? usageOf(
          data,
          steps.filter(({ type }) => type === "step-finish"),
        )
      : undefined,
    stopReason: textOf(data.finish),
    synthetic: syntheticOf(parts),
    native: nativeOf(data, content),
  });
}

/** The id, time and place of a message. */
export function baseOf({ message, parts }: WholeMessage, reading: Reading) {
  return {
    id: uniqueId(message.id, reading.messageIds.size, reading.messageIds),
    createdAt:
      utcTime(objectOf(message.data.time)?.created) ?? utcTime(message.time || parts[0]?.time),
    origin: message.origin,
  };
}

/** Why the tool wrote a message, where it wrote all of its parts. */
export function syntheticOf(parts: readonly Part[]): Message["synthetic"] {
  const kinds = parts.map((part) => (part.type === "text" ? part.synthetic : undefined));
  return kinds.every((kind) => kind !== undefined) ? kinds[0] : undefined;
}

function nativeOf(
  data: JsonObject,
  { steps, agents, compaction }: Content,
): JsonObject | undefined {
  const summary = unread(objectOf(data.summary) ?? {}, new Set());
  const path = objectOf(data.path) ?? {};
  const marks = steps.flatMap((step) => unread(step, read.step) ?? []);
  const native: JsonObject = {
    ...unread(data, read.message),
    ...(data.mode !== undefined && data.agent !== undefined && data.mode !== data.agent
      ? { mode: data.mode }
      : {}),
    ...(path.root !== undefined && path.root !== path.cwd ? { root: path.root } : {}),
    ...(summary && { summary }),
    ...(marks.length > 0 && { steps: marks }),
    ...(agents.length > 0 && { agents }),
    ...(compaction && { compaction }),
  };
  return Object.keys(native).length > 0 ? native : undefined;
}

/** The place where older messages were replaced: the answer after it is their summary. */
function compactionOf(whole: WholeMessage, data: JsonObject, reading: Reading): Message {
  const { auto } = data;
  return present<Message>({
    ...baseOf(whole, reading),
    role: "system",
    parts: [
      present({
        type: "compaction",
        trigger: auto === true ? "auto" : auto === false ? "manual" : undefined,
        native: unread(data, read.compaction),
      }),
    ],
    native: nativeOf(whole.message.data, { parts: [], steps: [], agents: [] }),
  });
}

/** Parts that were taken back from a message: what is said of it as a whole stands there. */
function restOf(
  whole: WholeMessage,
  role: Message["role"],
  { parts, steps }: Content,
  reading: Reading,
): Message {
  const model = role === "assistant" ? textOf(whole.message.data.modelID) : undefined;
  const native = steps.length > 0 ? { steps } : undefined;
  return present<Message>({ ...baseOf(whole, reading), role, model, parts, native });
}

/** Parts without their message: nobody can say whose they are. */
function orphanOf(whole: WholeMessage, { parts, steps }: Content, reading: Reading): Message {
  const [first] = whole.parts;
  reading.context.report(missingMessage({ path: reading.path, ...first?.origin }));
  return present<Message>({
    ...baseOf(whole, reading),
    role: "system",
    parts,
    origin: first?.origin,
    native: steps.length > 0 ? { steps } : undefined,
  });
}

/** A record that nobody understands stays as it is, at its place. */
export function unknownOf(
  whole: WholeMessage,
  recordType: string,
  reading: Reading,
  { parts, steps }: Pick<Content, "parts" | "steps"> = { parts: [], steps: [] },
): Message {
  const { data, origin } = whole.message;
  reading.tally.unknown(recordType);
  reading.context.report(unknownRecord({ path: reading.path, ...origin }, recordType));
  return present<Message>({
    ...baseOf(whole, reading),
    role: "system",
    parts: [{ type: "unknown", recordType, native: data }, ...parts],
    native: steps.length > 0 ? { steps } : undefined,
  });
}
