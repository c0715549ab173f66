import { join } from "node:path";
import {
  defined,
  type FilePart,
  type Json,
  present,
  type ToolCall,
  type ToolDetails,
  type ToolResult,
} from "@chatexport/core";
import {
  attempt,
  fieldsWhere,
  objectOf,
  readTextFile,
  textOf,
  uniqueId,
} from "@chatexport/core/read";
import { addNative, type Fields } from "@chatexport/core/source";
import { notesOf } from "./fields.js";
import { filePartOf } from "./file-part.js";
import type { Reading } from "./reading.js";
import { detailsOf } from "./tool-details.js";

/** A call in the words of both forms of messages. */
export interface StoredCall {
  id: string;
  name: string;
  status?: "completed" | "error" | "pending" | "running" | undefined;
  input?: Json | undefined;
  rawInput?: string | undefined;
  output?: string | undefined;
  error?: string | undefined;
  /** The tool's own notes. */
  notes?: Fields | undefined;
  files?: FilePart[] | undefined;
  startedAt?: string | undefined;
  completedAt?: string | undefined;
}

/** The call that a part holds; `isAborted`: the user ended the response that made it. Undefined when it has no state. */
export function callIn(
  part: Fields,
  id: string,
  isAborted: boolean,
  reading: Reading,
): ToolCall | undefined {
  const state = part.object("state");
  if (!state) return undefined;
  const time = state.object("time");
  const output = state.string("output");
  const stored: StoredCall = {
    id: part.text("callID") ?? id,
    name: part.text("tool") ?? "unknown",
    status: state.word(["completed", "error", "pending", "running"], "status"),
    input: state.json("input"),
    rawInput: state.text("raw"),
    output,
    error: output === undefined ? state.string("error") : undefined,
    notes: notesOf(state, "metadata"),
    files: state.objects("attachments").map((file) => filePartOf(file, "tool")),
    startedAt: time?.time("start"),
    completedAt: time?.time("end"),
  };
  const call = callOf(stored, isAborted, reading);
  addTitle(call, state);
  for (const fields of [time, state]) addNative(call, fields?.rest());
  return call;
}

/** A call with its result. */
export function callOf(stored: StoredCall, isAborted: boolean, reading: Reading): ToolCall {
  const { name, input, notes } = stored;
  const { title, ...details } = detailsOf(name, input, notes);
  const exitCode = notes?.number("exit");
  const status = statusOf(stored, exitCode, isAborted);
  const output = outputOf(stored, details.kind, reading);
  const result =
    output &&
    present<ToolResult>({
      content: [
        ...(output.text === "" ? [] : [{ type: "text" as const, text: output.text }]),
        ...(stored.files ?? []),
      ],
      isError: status === "failed" || stored.status === "error",
      exitCode,
      truncated: output.isWhole ? undefined : true,
      fullOutputPath: output.isWhole ? undefined : notes?.text("outputPath"),
    });
  const call: ToolCall = {
    ...details,
    ...defined({
      type: "tool-call" as const,
      id: uniqueId(stored.id, reading.callIds.size, reading.callIds),
      name,
      title,
      input,
      rawInput: stored.rawInput,
      status,
      rejectedBy: status === "rejected" ? rejectedBy(stored) : undefined,
      startedAt: stored.startedAt,
      completedAt: stored.completedAt,
      result,
    }),
  };
  const given = Object.values(objectOf(input) ?? {});
  const left = fieldsWhere(notes?.rest() ?? {}, (value) => !given.includes(value));
  addNative(call, left && { notes: left });
  if (output?.seen !== undefined) addNative(call, { seen: output.seen });
  return call;
}

function statusOf(
  stored: StoredCall,
  exitCode: number | undefined,
  isAborted: boolean,
): ToolCall["status"] {
  switch (stored.status) {
    case "completed":
      return stored.name === "invalid" || (exitCode !== undefined && exitCode !== 0)
        ? "failed"
        : "completed";
    case "error":
      if (rejectedBy(stored)) return "rejected";
      return /abort|^Tool execution interrupted/i.test((stored.error ?? "").slice(0, 100))
        ? "cancelled"
        : "failed";
    case "pending":
    case "running":
      return isAborted ? "cancelled" : "pending";
    default:
      return "unknown";
  }
}

/** The refuser of a call, in the tool's own words. */
function rejectedBy({ error: text = "" }: StoredCall): "user" | "rule" | undefined {
  if (/^The user (?:rejected permission|dismissed|declined)/.test(text)) return "user";
  return /^(?:The user has specified a rule which prevents|Permission denied: )/.test(text)
    ? "rule"
    : undefined;
}

/** Adds the title that the tool gave a call, unless the call says it. */
function addTitle(call: ToolCall, state: Fields): void {
  if (call.kind === "plan") state.text("title");
  const isSaid = (title: Json) =>
    title === call.title ||
    JSON.stringify(call.input ?? "").includes(JSON.stringify(title).slice(1, -1));
  const isShown = call.title === undefined && /^(?:execute|other)$/.test(call.kind);
  const command = call.kind === "execute" ? call.command : undefined;
  if (isShown && state.word([command ?? ""], "title") === undefined) {
    const title = state.text("title");
    if (title !== undefined) call.title = title;
  } else state.fitting("title", (title) => textOf(title) !== undefined && isSaid(title));
}

/** The output of a call. */
interface Output {
  text: string;
  /** The output that the model saw, where that is less or has more around it. */
  seen?: string;
  isWhole: boolean;
}

function outputOf(
  { output: stored, error, status, notes }: StoredCall,
  kind: ToolDetails["kind"],
  { outputs }: Reading,
): Output | undefined {
  const isCut = notes?.flag("truncated") === true;
  if (stored === undefined) {
    // What a command has printed so far, or until it was killed: nobody has cut it.
    const texts = [notes?.string("output"), error].filter((text) => text);
    const isWhole = status === "error" || !isCut;
    return texts.length > 0 ? { text: texts.join("\n"), isWhole } : undefined;
  }
  const output = whole(stored) ?? { text: stored, isWhole: !isCut };
  const isSaid = (text: string) => text === stored || output.text.includes(text);
  const isRest = output.seen !== undefined && output.isWhole;
  notes?.fitting("output", (value) => typeof value === "string" && (isRest || isSaid(value)));
  return output;

  function whole(stored: string): Output | undefined {
    const display = notes?.object("display");
    const isPart = display?.flag("truncated") === true;
    const file = kind === "read" ? fileText(stored) : undefined;
    const told = kind === "task" ? taskText(stored) : undefined;
    if (told !== undefined) return { text: told, isWhole: !isCut };
    const shown = isPart ? undefined : display?.string("text");
    if (file !== undefined && (shown === undefined || shown === file))
      return { text: file, isWhole: !isCut };
    if (shown !== undefined) return { text: shown, seen: stored, isWhole: true };
    const name = notes?.text("outputPath")?.split(/[\\/]/).at(-1) ?? "";
    const saved = /^tool_\w{1,100}$/.test(name)
      ? attempt(() => readTextFile(join(outputs, name)))
      : undefined;
    return saved === undefined ? undefined : { text: saved, seen: stored, isWhole: true };
  }
}

/**
 * The text of a file whose lines an output has with their numbers, in tags: "00001| a" in `<file>`
 * (1.0), "1: a" in `<content>` (later). After it come the tool's words on the rest, unless there is
 * none. Undefined when anything else is in the output.
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

/** The text in the tags that the tool puts around what a sub-agent said; its id is in the call's notes. */
function taskText(output: string): string | undefined {
  return taskTags.exec(output)?.[1];
}

const taskTags =
  /^(?:<task id="[^"\n]{0,100}" state="completed">|task_id: [^\n]{0,200}\n)\n<task_result>\n([\s\S]*)\n<\/task_result>(?:\n<\/task>)?$/;
