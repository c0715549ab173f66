import { join } from "node:path";
import {
  defined,
  type JsonObject,
  type Part,
  present,
  type ToolCall,
  type ToolDetails,
  type ToolResult,
} from "@chatexport/core";
import {
  attempt,
  fieldsWhere,
  numberOf,
  objectOf,
  objectsOf,
  readTextFile,
  stringOf,
  textOf,
  uniqueId,
  utcTime,
  wordOf,
} from "@chatexport/core/read";
import { read, unread } from "./fields.js";
import { filePartOf } from "./file-part.js";
import type { Reading } from "./reading.js";
import type { StoredPart } from "./stored.js";
import { detailsOf, isToldElsewhere } from "./tool-details.js";

/** The call and the result that a part holds; `isAborted`: the user ended the response that made it. */
export function callOf(
  part: Pick<StoredPart, "id" | "data">,
  isAborted: boolean,
  reading: Reading,
): ToolCall {
  const { data } = part;
  const state = objectOf(data.state) ?? {};
  const metadata = objectOf(state.metadata) ?? {};
  const time = objectOf(state.time) ?? {};
  const name = textOf(data.tool) ?? "unknown";
  const details = detailsOf(name, objectOf(state.input) ?? {}, metadata);
  const exitCode = numberOf(metadata.exit);
  const status = statusOf(name, state, exitCode, isAborted);
  const output = outputOf(state, metadata, details.kind, reading);
  const native = nativeOf(data, state, metadata, details, output);
  const base = defined({
    type: "tool-call" as const,
    id: uniqueId(textOf(data.callID) ?? part.id, reading.callIds.size, reading.callIds),
    name,
    title: titleOf(state, details),
    input: state.input ?? undefined,
    rawInput: textOf(state.raw),
    status,
    rejectedBy: status === "rejected" ? rejectedBy(state) : undefined,
    startedAt: utcTime(time.start),
    completedAt: utcTime(time.end),
    result: output && resultOf(output, state, metadata, status === "failed"),
    native,
  });
  return { ...details, ...base };
}

function statusOf(
  name: string,
  state: JsonObject,
  exitCode: number | undefined,
  isAborted: boolean,
): ToolCall["status"] {
  switch (state.status) {
    case "completed":
      return name === "invalid" || (exitCode !== undefined && exitCode !== 0)
        ? "failed"
        : "completed";
    case "error":
      if (rejectedBy(state)) return "rejected";
      return /abort|^Tool execution interrupted/i.test((stringOf(state.error) ?? "").slice(0, 100))
        ? "cancelled"
        : "failed";
    case "pending":
    case "running":
      return isAborted ? "cancelled" : "pending";
    default:
      return "unknown";
  }
}

/** Who refused a call, in the tool's own words. */
function rejectedBy({ error }: JsonObject): "user" | "rule" | undefined {
  const text = stringOf(error) ?? "";
  if (/^The user (?:rejected permission|dismissed|declined)/.test(text)) return "user";
  return /^(?:The user has specified a rule which prevents|Permission denied: )/.test(text)
    ? "rule"
    : undefined;
}

function titleOf(state: JsonObject, details: ToolDetails): string | undefined {
  if (details.title !== undefined) return details.title;
  const title = textOf(state.title);
  if (details.kind === "execute") return title === details.command ? undefined : title;
  return details.kind === "other" ? title : undefined;
}

/** What a call returned. */
interface Output {
  text: string;
  /** What the model saw of it, where that is less or has more around it. */
  seen?: string;
  isWhole: boolean;
}

function outputOf(
  state: JsonObject,
  metadata: JsonObject,
  kind: ToolDetails["kind"],
  { outputs }: Reading,
): Output | undefined {
  const stored = stringOf(state.output);
  if (stored === undefined) {
    const texts = [stringOf(metadata.output), stringOf(state.error)].filter((text) => text);
    return texts.length > 0
      ? { text: texts.join("\n"), isWhole: state.status === "error" }
      : undefined;
  }
  const display = objectOf(metadata.display);
  const shown = display?.truncated === true ? undefined : stringOf(display?.text);
  const file = kind === "read" ? fileText(stored) : undefined;
  if (file !== undefined && (shown === undefined || shown === file))
    return { text: file, isWhole: metadata.truncated !== true };
  if (shown !== undefined) return { text: shown, seen: stored, isWhole: true };
  const name = textOf(metadata.outputPath)?.split(/[\\/]/).at(-1) ?? "";
  const whole = /^tool_\w{1,100}$/.test(name)
    ? attempt(() => readTextFile(join(outputs, name)))
    : undefined;
  if (whole !== undefined) return { text: whole, seen: stored, isWhole: true };
  return { text: stored, isWhole: metadata.truncated !== true };
}

function resultOf(
  { text, isWhole }: Output,
  state: JsonObject,
  metadata: JsonObject,
  isFailed: boolean,
): ToolResult {
  const content: Part[] = text === "" ? [] : [{ type: "text", text }];
  for (const file of objectsOf(state.attachments)) content.push(filePartOf(file, "tool"));
  return present<ToolResult>({
    content,
    isError: isFailed || state.status === "error",
    exitCode: numberOf(metadata.exit),
    truncated: isWhole ? undefined : true,
    fullOutputPath: isWhole ? undefined : textOf(metadata.outputPath),
  });
}

/** What is in no field: of the part, of its state, and of what the tool noted itself. */
function nativeOf(
  data: JsonObject,
  state: JsonObject,
  metadata: JsonObject,
  details: ToolDetails,
  output: Output | undefined,
): JsonObject | undefined {
  const told = new Set(isToldElsewhere(wordOf(data.tool), metadata));
  if (metadata.output === state.output || output?.text.includes(stringOf(metadata.output) ?? "\0"))
    told.add("output");
  if (output?.seen !== undefined && output.isWhole) told.add("output");
  const given = Object.values(objectOf(state.input) ?? {});
  const notes = fieldsWhere(unread(metadata, told) ?? {}, (value) => !given.includes(value));
  const title = textOf(state.title);
  const isTold =
    title === undefined ||
    details.title === title ||
    titleOf(state, details) === title ||
    JSON.stringify(state.input ?? "").includes(JSON.stringify(title).slice(1, -1));
  const compacted = objectOf(state.time)?.compacted;
  const native: JsonObject = {
    ...unread(data, read.tool),
    ...unread(state, read.state),
    ...(notes && { notes }),
    ...(!isTold && details.kind !== "plan" && title !== undefined && { title }),
    ...(compacted !== undefined && { compacted }),
    ...(output?.seen !== undefined && { seen: output.seen }),
  };
  return Object.keys(native).length > 0 ? native : undefined;
}

/**
 * The text of a file whose lines an output has with their numbers, in tags: "00001| a" in `<file>` (1.0),
 * "1: a" in `<content>` (later). Behind it stands what the tool said of the rest, unless there is none.
 * Undefined when anything else is in the output.
 */
function fileText(output: string): string | undefined {
  const start = /^(?:<path>.*<\/path>\n<type>file<\/type>\n<content>|<file>)\n?/.exec(output);
  const end = /\n\n(\(.*\))\n<\/(?:content|file)>$/.exec(output);
  if (!start || !end) return undefined;
  const numbered = output.slice(start[0].length, end.index).split("\n");
  const lines = numbered.flatMap((line) => /^\d{1,9}[:|] ?(.*)$/s.exec(line)?.[1] ?? []);
  if (lines.length < numbered.length) return undefined;
  const rest = end[1]?.startsWith("(End of file") ? "" : `\n\n${end[1]}`;
  return lines.join("\n") + rest;
}
