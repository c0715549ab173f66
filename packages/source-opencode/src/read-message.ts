import { type Message, type Part, present } from "@chatexport/core";
import { objectOf, syntheticOf, uniqueId, unknownRecord, utcTime } from "@chatexport/core/read";
import { addNative, type Fields, type Holder, keepRest } from "@chatexport/core/source";
import { missingMessage } from "./diagnostics.js";
import { takeCounts } from "./edits.js";
import { fieldsOf } from "./fields.js";
import { type Content, contentOf, type Mark, noticeOf } from "./read-part.js";
import type { Reading } from "./reading.js";
import type { StoredPart, WholeMessage } from "./stored.js";
import { usageOf } from "./usage.js";

/** A message and its parts in the words of the model. */
export function messageOf(whole: WholeMessage, reading: Reading): Message {
  const { message, isMissing, isRest } = whole;
  const { tally } = reading;
  const fields = fieldsOf(message.data);
  const error = fields.object("error");
  const isAborted = error?.text("name") === "MessageAbortedError";
  const content = contentOf(whole.parts, isAborted, reading);
  if (isMissing) return orphanOf(whole, content, reading);
  const role = fields.word(["user", "assistant"], "role");
  if (isRest) return restOf(whole, role ?? "system", fields, content, reading);
  if (!role) return unknownOf(whole, `message/${fields.text("role") ?? "none"}`, reading, content);
  tally.keep();
  const [mark] = content.marks.filter(({ type }) => type === "compaction");
  const told =
    mark && content.parts.length === 0
      ? compactionOf(whole, mark, fields, reading)
      : saidOf(whole, role, fields, content, reading);
  const { parts, marks } = content;
  if (error && told.parts === parts) parts.push(noticeOf(error));
  const path = fields.object("path");
  path?.word([told.cwd ?? reading.cwd ?? ""], "root");
  addNative(told, path?.rest());
  // The differences of a turn are in its edits.
  for (const diff of fields.object("summary")?.objects("diffs") ?? []) {
    for (const name of ["file", "patch", "before", "after", "status"]) diff.string(name);
    takeCounts(diff);
  }
  keepRest(told, fields, "message", tally);
  keepMarks(told, told.parts === parts ? marks : marks.filter((each) => each !== mark), reading);
  return told;
}

function saidOf(
  whole: WholeMessage,
  role: "user" | "assistant",
  fields: Fields,
  content: Content,
  reading: Reading,
): Message {
  const { parts } = content;
  const isAnswer = role === "assistant";
  const given = isAnswer ? fields.object("model") : undefined;
  const mode = fields.text("agent", "mode");
  fields.word([mode ?? ""], "mode");
  const cwd = fields.object("path")?.text("cwd");
  return present<Message>({
    ...baseOf(whole, fields, reading),
    role,
    completedAt: fields.object("time")?.time("completed"),
    model: isAnswer ? (fields.text("modelID") ?? given?.text("modelID")) : undefined,
    provider: isAnswer ? (fields.text("providerID") ?? given?.text("providerID")) : undefined,
    effort: isAnswer ? (fields.text("variant") ?? given?.text("variant")) : undefined,
    mode,
    cwd: cwd === reading.cwd ? undefined : cwd,
    parts,
    usage: isAnswer ? usageIn(fields, content, whole.parts) : undefined,
    stopReason: fields.text("finish"),
    synthetic: syntheticOf(parts),
  });
}

/** A message of several steps has only the last one's tokens itself, so its steps are added up. */
function usageIn(fields: Fields, { marks }: Content, parts: readonly StoredPart[]) {
  const steps = marks.filter(
    ({ type, fields }) => type === "step-finish" && fields.object("tokens"),
  );
  if (steps.length === 0) return usageOf([fields]);
  const usage = usageOf(steps.map((step) => step.fields));
  const last = JSON.stringify(parts.findLast(({ data }) => objectOf(data.tokens))?.data.tokens);
  fields.fitting("tokens", (value) => JSON.stringify(value) === last);
  fields.fitting("cost", (value) => value === (usage?.cost?.amount ?? 0));
  return usage;
}

/** The id, time and place of a message. */
export function baseOf({ message, parts }: WholeMessage, fields: Fields, reading: Reading) {
  return {
    id: uniqueId(message.id, reading.messageIds.size, reading.messageIds),
    createdAt: fields.object("time")?.time("created") ?? utcTime(message.time || parts[0]?.time),
    origin: message.origin,
  };
}

/** Keeps what nobody has taken of the marks of a message. */
function keepMarks(message: Message, marks: readonly Mark[], { tally }: Reading): void {
  const restsOf = (isWanted: (type: string) => boolean) =>
    marks
      .filter(({ type }) => isWanted(type))
      .map(({ type, fields }) => {
        const mark = { native: {} };
        keepRest(mark, fields, type, tally);
        return type === "agent" || type === "compaction" ? mark.native : { type, ...mark.native };
      });
  const agents = restsOf((type) => type === "agent");
  const [compaction] = restsOf((type) => type === "compaction");
  const steps = restsOf((type) => type !== "agent" && type !== "compaction");
  if (steps.length > 0) addNative(message, { steps });
  if (agents.length > 0) addNative(message, { agents });
  if (compaction) addNative(message, { compaction });
}

/** The place where older messages were replaced: the answer after it is their summary. */
function compactionOf(whole: WholeMessage, mark: Mark, fields: Fields, reading: Reading): Message {
  const auto = mark.fields.flag("auto");
  const part: Part & Holder = present({
    type: "compaction",
    trigger: auto === undefined ? undefined : auto ? "auto" : "manual",
  });
  keepRest(part, mark.fields, mark.type, reading.tally);
  return present<Message>({ ...baseOf(whole, fields, reading), role: "system", parts: [part] });
}

/** Parts that were taken back from a message: the rest of it is there as a whole. */
function restOf(
  whole: WholeMessage,
  role: Message["role"],
  fields: Fields,
  { parts, marks }: Content,
  reading: Reading,
): Message {
  const model = role === "assistant" ? fields.text("modelID") : undefined;
  const message = present<Message>({ ...baseOf(whole, fields, reading), role, model, parts });
  keepMarks(message, marks, reading);
  return message;
}

/** Parts without their message: nobody can say whose they are. */
function orphanOf(whole: WholeMessage, { parts, marks }: Content, reading: Reading): Message {
  const [first] = whole.parts;
  reading.context.report(missingMessage({ path: reading.path, ...first?.origin }));
  const base = baseOf(whole, fieldsOf({}), reading);
  const message = present<Message>({ ...base, role: "system", parts, origin: first?.origin });
  keepMarks(message, marks, reading);
  return message;
}

/** A record that nobody understands stays as it is, at its place. */
export function unknownOf(
  whole: WholeMessage,
  recordType: string,
  reading: Reading,
  { parts, marks }: Content = { parts: [], marks: [] },
): Message {
  const { data, origin } = whole.message;
  reading.tally.unknown(recordType);
  reading.context.report(unknownRecord({ path: reading.path, ...origin }, recordType));
  const message = present<Message>({
    ...baseOf(whole, fieldsOf(data), reading),
    role: "system",
    parts: [{ type: "unknown", recordType, native: data }, ...parts],
  });
  keepMarks(message, marks, reading);
  return message;
}
