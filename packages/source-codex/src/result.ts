import {
  type Json,
  type JsonObject,
  present,
  type ToolCall,
  type ToolResult,
} from "@chatexport/core";
import { listOf, numberOf, objectOf, parseLine, stringOf, textOf } from "@chatexport/core/read";
import { outputParts, textIn, textParts } from "./content.js";
import { read, unread } from "./fields.js";
import { questionDetails } from "./question.js";

/** Gives a call what came out of it, as the model saw it. What the tool noted is kept where it says more. */
export function addOutput(call: ToolCall, payload: JsonObject, at: string | undefined): void {
  const seen = resultOf(payload);
  call.result = call.result ? joined(seen, call.result) : seen;
  if (call.status === "unknown") call.status = call.result.isError ? "failed" : "completed";
  if (at !== undefined) call.completedAt = at;
  if (call.kind !== "task" && call.kind !== "question") return;
  const told = objectOf(parseLine(textIn(seen.content))) ?? {};
  if (call.kind === "question")
    Object.assign(call, questionDetails(objectOf(call.input) ?? {}, objectOf(told.answers)));
  else if (call.subagent === undefined)
    Object.assign(call, present({ subagent: textOf(told.agent_id) }));
}

function joined(seen: ToolResult, noted: ToolResult): ToolResult {
  const [seenText, text] = [textIn(seen.content), textIn(noted.content)];
  const isSeen = seenText.trim() === text.trim() || text.trim() === "";
  // The model may have seen less than the tool showed to the user.
  const isApart = !isSeen && (noted.output !== undefined || seen.truncated === true);
  const native = {
    ...noted.native,
    ...seen.native,
    ...(isApart && seenText !== "" && { seen: seenText }),
  };
  return present({
    ...seen,
    content: isApart || noted.content.length > seen.content.length ? noted.content : seen.content,
    output: noted.output ?? (isSeen || isApart ? undefined : text),
    truncated: isApart ? undefined : seen.truncated,
    isError: seen.isError || noted.isError,
    exitCode: noted.exitCode ?? seen.exitCode,
    native: Object.keys(native).length > 0 ? native : undefined,
  });
}

/** The result of an output item: blocks, a text with a header of the tool, or JSON with the text of a command. */
export function resultOf(payload: JsonObject): ToolResult {
  const { output } = payload;
  const native = unread(payload, read.output);
  const blocks = listOf(output);
  if (blocks) return resultOfBlocks(blocks, native);
  const text = stringOf(output) ?? (output ? JSON.stringify(output) : "");
  const old = objectOf(parseLine(text));
  const metadata = objectOf(old?.metadata);
  return typeof old?.output === "string" && metadata
    ? resultOfCommand(old.output, metadata, native)
    : resultOfText(text, native);
}

function resultOfCommand(
  text: string,
  { exit_code, ...rest }: JsonObject,
  native: JsonObject | undefined,
): ToolResult {
  const exitCode = numberOf(exit_code);
  return present({
    content: textParts(text),
    isError: exitCode !== undefined && exitCode !== 0,
    exitCode,
    native: Object.keys(rest).length > 0 ? { ...native, ...rest } : native,
  });
}

/** What the tool writes above an output; 0.118 repeats the command first, which may have several lines. */
const headed =
  /^((?:Command: [\s\S]*?\n)?)((?:(?:Chunk ID|Exit code|Wall time|Process |Original token count|Total output lines)[^\n]{0,200}\n){1,8})Output:\n?/;
const failures = /^(?:err: |aborted by user|exec_command failed|apply_patch verification failed)/;

function resultOfText(text: string, native: JsonObject | undefined): ToolResult {
  const [whole = "", command = "", facts = ""] = headed.exec(text) ?? [];
  const code = /(?:Exit code:|exited with code) (-?\d{1,10})/.exec(facts)?.[1];
  const header = command + facts;
  const shown = text.slice(whole.length);
  return present({
    content: textParts(shown),
    isError: code ? code !== "0" : failures.test(text),
    exitCode: code ? Number(code) : undefined,
    truncated: shown.startsWith("Warning: truncated output") ? true : undefined,
    native: header ? { ...native, header: header.trimEnd() } : native,
  });
}

/** The first text of a script's output says how it went. */
function resultOfBlocks(blocks: readonly Json[], native: JsonObject | undefined): ToolResult {
  const header = textOf(objectOf(blocks[0])?.text);
  const isHeader = header !== undefined && /^Script [^\n]{1,100}\nWall time /.test(header);
  return present({
    content: (isHeader ? blocks.slice(1) : blocks).flatMap(outputParts),
    isError: isHeader && !header.startsWith("Script completed"),
    native: isHeader ? { ...native, header: header.trimEnd() } : native,
  });
}
