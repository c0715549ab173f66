import {
  type FilePart,
  type Json,
  type JsonObject,
  present,
  type ToolCall,
} from "@chatexport/core";
import { byName, listOf, objectOf, textOf } from "@chatexport/core/read";
import { addNative, type Fields } from "@chatexport/core/source";
import { fieldsOf, notesOf } from "./fields.js";
import { secondFileOf } from "./file-part.js";
import type { Reading } from "./reading.js";
import { callOf } from "./tool-call.js";

/** A call in an answer; `isAborted`: the user ended the answer. Undefined when it has no state. */
export function toolCall(item: Fields, isAborted: boolean, reading: Reading): ToolCall | undefined {
  const state = item.object("state");
  if (!state) return undefined;
  const time = item.object("time");
  const failure = state.object("error");
  const error = failure?.text("message");
  const type = failure?.word([...statuses.keys(), "unknown"], "type");
  // That the tool itself ran it says nothing.
  item.object("provider");
  const status = state.word(["completed", "error", "pending", "running", "streaming"], "status");
  const isCompleted = status === "completed";
  const { output, files, notes } = resultOf(state);
  state.fitting("result", (value) => error !== undefined && objectOf(value)?.value === error);
  const [path] = listOf(state.fitting("outputPaths", isOnePath)) ?? [];
  const call = callOf(
    {
      id: item.text("id") ?? "call",
      name: item.text("name") ?? "unknown",
      status: status === "streaming" ? "pending" : status,
      input: state.fitting("input", (value) => objectOf(value) !== undefined),
      rawInput: state.text("input"),
      output: isCompleted ? output : undefined,
      error,
      notes: fieldsOf(
        present<JsonObject>({
          ...notes,
          output: isCompleted ? undefined : output,
          // Only an output that was cut has a file (seen in 1.18.33).
          ...(path !== undefined && { outputPath: path, truncated: true }),
        }),
      ),
      files,
      startedAt: time?.time("ran", "created"),
      completedAt: time?.time("completed"),
    },
    isAborted,
    reading,
  );
  const ended = statuses.get(type ?? "");
  if (ended && call.status === "failed") call.status = ended;
  if (type !== undefined && ended !== call.status && type !== "unknown")
    addNative(call, { error: { type } });
  for (const fields of [time, state]) addNative(call, fields?.rest());
  return call;
}

/** The status of a call by the type of its error (read in the source of 2.0). */
const statuses = byName<ToolCall["status"]>([
  ["rejected", "permission.rejected"],
  ["cancelled", "tool.interrupted aborted"],
]);

function isOnePath(value: Json): boolean {
  const paths = listOf(value) ?? [];
  return paths.length === 1 && textOf(paths[0]) !== undefined;
}

/**
 * The result of a call, as a text and files, and the tool's notes: 1.18.33 has them in
 * `structured`, 2.0 in `metadata`. Where there is no content, the model is told what the tool
 * noted.
 */
function resultOf(state: Fields): { output?: string; files: FilePart[]; notes: JsonObject } {
  const noted = notesOf(state, "metadata", "structured")?.all() ?? {};
  const content = state.objects("content");
  const files = [...content, ...state.objects("attachments")].flatMap((item) => {
    item.word(["text", "file"], "type");
    return item.names.includes("uri") ? secondFileOf(item, "tool") : [];
  });
  const texts = content.flatMap((item) => item.text("text") ?? []);
  const { content: file, ...notes } = noted;
  // The content of a file that was read stands in the result.
  if (content.length > 0) {
    const output = lines(texts);
    const isFile = files.some(({ data }) => data === file);
    const isTold = isFile || (typeof file === "string" && output.includes(file));
    return { output, files, notes: isTold ? notes : noted };
  }
  if (typeof file === "string" && noted.encoding === "utf8") return { output: file, files, notes };
  return Object.keys(noted).length === 0
    ? { files, notes }
    : { output: JSON.stringify(noted, null, 2), files, notes: noted };
}

function lines(texts: readonly string[]): string {
  return texts.reduce(
    (all, text) => (all === "" || all.endsWith("\n") ? all + text : `${all}\n${text}`),
    "",
  );
}

/** A command that the user ran; undefined when there is none. */
export function shellCall(fields: Fields, id: string, reading: Reading): ToolCall | undefined {
  const command = fields.text("command");
  if (command === undefined) return undefined;
  const time = fields.object("time");
  const page = fields.object("output");
  const output = fields.string("output") ?? page?.string("output");
  const status = fields.word(["running", "exited", "completed", "timeout", "killed"], "status");
  const completedAt = time?.time("completed");
  const isOver = completedAt !== undefined && status !== "running";
  const isStopped = status === "timeout" || status === "killed";
  const isWhole = isOver && !isStopped;
  const call = callOf(
    {
      id: fields.text("callID", "shellID") ?? id,
      name: "shell",
      status: isStopped ? "error" : isOver ? "completed" : "running",
      input: { command },
      output: isWhole ? output : undefined,
      notes: fieldsOf(
        present<JsonObject>({
          output: isWhole ? undefined : output,
          exit: fields.number("exit"),
          truncated: page?.flag("truncated"),
        }),
      ),
      startedAt: time?.time("created"),
      completedAt,
    },
    false,
    reading,
  );
  if (status === "killed") call.status = "cancelled";
  // That it ran out of time is told nowhere else.
  if (status === "timeout") addNative(call, { status });
  return call;
}
