import { type Json, type JsonObject, type Part, present, type ToolResult } from "@chatexport/core";
import { objectOf, parseJson, stringOf } from "@chatexport/core/read";
import { addNative, endCall, type Fields, type StoredRecord } from "@chatexport/core/source";
import { contentsOf } from "./content.js";
import { fieldsOf } from "./fields.js";
import type { Reading } from "./reading.js";

/**
 * Ends a call with its result; without the call, the result is a message of its own. Undefined when
 * it names no call.
 */
export function readResult(
  block: Fields,
  record: StoredRecord,
  reading: Reading,
): ToolResult | undefined {
  const toolCallId = block.text("tool_use_id");
  const result = toolCallId === undefined ? undefined : resultOf(block);
  if (toolCallId === undefined || !result) return undefined;
  const call = reading.calls.get(toolCallId);
  block.fitting("name", (name) => name === call?.name);
  addNative(result, block.rest());
  const isRejected = result.content.some(
    (part) => part.type === "text" && /^The user denied this operation/.test(part.text),
  );
  if (isRejected && call && !call.result) call.rejectedBy = "user";
  const orphan = endCall(call, toolCallId, result, { completedAt: record.createdAt });
  const id = `${record.id ?? record.at}-${toolCallId}`;
  if (orphan) reading.begin({ ...record, id }, "system", [orphan]);
  else if (call?.kind === "edit" && hasCreated(result))
    for (const edit of call.edits ?? []) edit.kind = "create";
  return result;
}

/** The result of a call: a text or blocks; of Cline 4, an answer to each query, or to one that is JSON in a text. */
function resultOf(block: Fields): ToolResult | undefined {
  const told = block.made(answerIn, "content");
  if (told) {
    const answer = fieldsOf(told, block.unknown);
    const result = resultOfQueries([answer]);
    addNative(result, answer.rest());
    return result;
  }
  const answers = block.objects("content");
  const isByQuery = answers.length > 0 && answers.every(({ names }) => names.includes("query"));
  if (isByQuery) return resultOfQueries(answers);
  const contents = contentsOf(block, "tool");
  if (!contents) return undefined;
  return { content: contents.parts, isError: block.flag("is_error") ?? false };
}

function answerIn(content: Json): JsonObject | undefined {
  const told = objectOf(parseJson(stringOf(content)));
  return typeof told?.success === "boolean" ? told : undefined;
}

/** True when a result says that a file is new. */
function hasCreated({ content: [first] }: ToolResult): boolean {
  return first?.type === "text" && first.text.startsWith("File created successfully");
}

function resultOfQueries(answers: readonly Fields[]): ToolResult {
  const content: Part[] = [];
  let isError = false;
  let exitCode: number | undefined;
  for (const answer of answers) {
    // The call has the queries.
    answer.text("query");
    const error = answer.text("error");
    const said = contentsOf(answer, "tool", "result")?.parts ?? [];
    if (answer.flag("success") === false || error !== undefined) isError = true;
    if (said.length > 0) content.push(...said);
    else if (error !== undefined) content.push({ type: "text", text: error });
    const code = /^Command exited with code (\d{1,10})$/.exec(error ?? "")?.[1];
    if (code !== undefined) exitCode = Number(code);
    for (const part of said)
      if (part.type === "text") part.text = part.text.replace(`[${error}]\n`, "");
  }
  return present<ToolResult>({ content, isError, exitCode });
}
