import { type Json, type JsonObject, nonEmpty, present, type ToolCall } from "@chatexport/core";
import {
  byName,
  listOf,
  objectOf,
  objectsOf,
  stringOf,
  textOf,
  wordOf,
} from "@chatexport/core/read";
import { unread } from "./fields.js";
import type { Reading } from "./reading.js";
import { countUnknownSecondFields } from "./second-fields.js";
import { callOf } from "./tool-call.js";

/* Calls of the second form are told in the words of the first one, whose reader then reads them. */

/** A call in an answer; `isAborted`: the user ended the answer. */
export function toolCall(item: JsonObject, isAborted: boolean, reading: Reading): ToolCall {
  const { id, name, state, time, provider, ...rest } = item;
  const given = objectOf(state) ?? {};
  const times = objectOf(time) ?? {};
  const failure = objectOf(given.error);
  countUnknownSecondFields(given, "state", reading.tally);
  const data = present<JsonObject>({
    ...rest,
    // That the tool itself ran it says nothing.
    provider: unread(objectOf(provider) ?? {}, new Set()),
    callID: id,
    tool: name,
    state: present<JsonObject>({
      ...stateOf(given, textOf(failure?.message)),
      failure: failure && unread(failure, failure.type === "unknown" ? untyped : typed),
      time: present<JsonObject>({
        start: times.ran ?? times.created,
        end: times.completed,
        compacted: times.pruned,
      }),
    }),
  });
  const call = callOf({ id: textOf(id) ?? "call", data }, isAborted, reading);
  const status = statuses.get(wordOf(failure?.type));
  return status && call.status === "failed" ? { ...call, status } : call;
}

const typed: ReadonlySet<string> = new Set(["message"]);
const untyped: ReadonlySet<string> = new Set(["message", "type"]);

/** What the type of an error says of a call (read in the source of 2.0). */
const statuses = byName<ToolCall["status"]>([
  ["rejected", "permission.rejected"],
  ["cancelled", "tool.interrupted aborted"],
]);

/** 1.18.33 has what the tool noted in `structured`, 2.0 in `metadata`. */
function stateOf(state: JsonObject, message: string | undefined): JsonObject {
  const { input, content, structured, metadata, error: _, result, outputPaths, ...rest } = state;
  const { attachments, ...others } = rest;
  const noted = objectOf(metadata) ?? objectOf(structured) ?? {};
  const { output, notes } = outputOf(objectsOf(content), noted);
  const [path, ...paths] = listOf(outputPaths) ?? [];
  const isCompleted = state.status === "completed";
  return present<JsonObject>({
    ...others,
    status: state.status === "streaming" ? "pending" : state.status,
    input: objectOf(input),
    raw: textOf(input),
    output: isCompleted ? output : undefined,
    error: message,
    metadata: present<JsonObject>({
      ...notes,
      output: isCompleted ? undefined : output,
      // Only an output that was cut has a file (seen in 1.18.33).
      ...(path !== undefined && { outputPath: path, truncated: true }),
    }),
    outputPaths: paths.length > 0 ? paths : undefined,
    attachments: filesIn([...objectsOf(content), ...objectsOf(attachments)]),
    result: objectOf(result)?.value === message ? undefined : result,
    content: nonEmpty((listOf(content) ?? []).filter((item) => !isTold(item))),
  });
}

/** Whether an item of a result is a text or a file. */
function isTold(item: Json): boolean {
  const { text, uri } = objectOf(item) ?? {};
  return typeof text === "string" || uri !== undefined;
}

/** What a call returned, as a text. Where it has no content, the model is told what the tool noted. */
function outputOf(
  content: readonly JsonObject[],
  noted: JsonObject,
): { output?: string; notes: JsonObject } {
  const texts = content.flatMap(({ text }) => textOf(text) ?? []);
  const { content: file, ...notes } = noted;
  // The content of a file that was read stands in the result.
  if (content.length > 0)
    return { output: lines(texts), notes: file === undefined ? noted : notes };
  if (typeof file === "string" && noted.encoding === "utf8") return { output: file, notes };
  return Object.keys(noted).length === 0
    ? { notes }
    : { output: JSON.stringify(noted, null, 2), notes: noted };
}

function lines(texts: readonly string[]): string {
  return texts.reduce(
    (all, text) => (all === "" || all.endsWith("\n") ? all + text : `${all}\n${text}`),
    "",
  );
}

function filesIn(list: readonly JsonObject[]): Json[] {
  return list.flatMap(({ uri, name, type: _, ...file }) =>
    uri === undefined ? [] : present<JsonObject>({ ...file, url: uri, filename: name }),
  );
}

/** A command that the user ran. */
export function shellCall(data: JsonObject, id: string, reading: Reading): ToolCall {
  const time = objectOf(data.time) ?? {};
  const page = objectOf(data.output);
  const output = stringOf(data.output) ?? stringOf(page?.output);
  const isOver = time.completed !== undefined && data.status !== "running";
  const isStopped = data.status === "timeout" || data.status === "killed";
  const call = callOf(
    {
      id,
      data: present<JsonObject>({
        callID: data.callID ?? data.shellID,
        tool: "shell",
        state: present<JsonObject>({
          status: isStopped ? "error" : isOver ? "completed" : "running",
          input: { command: data.command ?? null },
          output: isOver && !isStopped ? output : undefined,
          metadata: present<JsonObject>({
            output: isOver && !isStopped ? undefined : output,
            exit: data.exit,
            truncated: page?.truncated,
          }),
          time: present<JsonObject>({ start: time.created, end: time.completed }),
        }),
      }),
    },
    false,
    reading,
  );
  return data.status === "killed" ? { ...call, status: "cancelled" } : call;
}
