import {
  type Json,
  type JsonObject,
  nonEmpty,
  type Part,
  present,
  type ToolCall,
  type ToolResult,
} from "@chatexport/core";
import { listOf, numberOf, objectOf, parseLine, stringOf, textOf } from "@chatexport/core/read";
import { addNative, type Fields } from "@chatexport/core/source";
import { blockText, isSame, outputParts, textIn, textParts } from "./content.js";
import { questionDetails } from "./tools.js";

/** Gives a call what came out of it, as the model saw it. What the tool noted is kept where it says more. */
export function addOutput(call: ToolCall, payload: Fields, at: string | undefined): ToolResult {
  const seen = resultOf(payload);
  const result = call.result ? joined(seen, call.result) : seen;
  call.result = result;
  const outcome = outcomeOf(seen.content, result.isError);
  if (call.status === "pending" || isStopped(outcome)) Object.assign(call, outcome);
  if (at !== undefined) call.completedAt = at;
  if (/^(?:.{1,100}\.)?wait(?:_agent)?$/.test(call.name)) readWait(result);
  if (call.kind !== "task" && call.kind !== "question") return result;
  const told = objectOf(parseLine(textIn(seen.content))) ?? {};
  if (call.kind === "question")
    Object.assign(call, questionDetails(objectOf(call.input) ?? {}, objectOf(told.answers)));
  else {
    const agent = textOf(told.agent_id);
    if (agent !== undefined) call.subagent ??= agent;
    else if (textOf(told.task_name) === undefined) return result;
    // Who was started is no answer.
    for (const part of result.content) if (part.type === "text") part.synthetic = "context";
  }
  return result;
}

/** Takes what sub-agents said, or why a wait for them ended, out of its JSON, which stays as the output. */
function readWait(result: ToolResult): void {
  const told = objectOf(parseLine(textIn(result.content)));
  if (told?.timed_out === undefined) return;
  const said = Object.values(objectOf(told.status) ?? {}).flatMap(saidIn);
  const text = said.join("\n\n") || textOf(told.message);
  if (text === undefined) return;
  result.content = textParts(text);
  result.output ??= told;
}

/** The words of a sub-agent at its end, `{"completed": "Done."}`, or how far it is: "running". */
function saidIn(status: Json): string[] {
  const texts = typeof status === "string" ? [status] : Object.values(objectOf(status) ?? {});
  return texts.flatMap((text) => textOf(text) ?? []);
}

/** True when a call was declined or stopped, which one note may say and another may take for a failure. */
export function isStopped({ status }: Pick<ToolCall, "status">): boolean {
  return status === "rejected" || status === "cancelled";
}

/**
 * The outcome of a call: the tool told the model that somebody declined or stopped it (0.104 of 2026 to 0.171),
 * or it failed or succeeded.
 */
function outcomeOf(
  [told]: readonly Part[],
  isError: boolean,
): Pick<ToolCall, "status" | "rejectedBy"> {
  // An output may read like that, too.
  const text = told?.type === "text" && told.synthetic ? told.text : "";
  if (stopped.test(text)) return { status: "cancelled" };
  const [, wrapped, plain = wrapped] = declined.exec(text) ?? [];
  if (plain === undefined) return { status: isError ? "failed" : "completed" };
  const isByUser = plain.includes("by user") && !plain.includes("settings");
  return { status: "rejected", rejectedBy: isByUser ? "user" : "rule" };
}

const declined =
  /^(?:exec_command failed: CreateProcess \{ message: "Rejected\(\\?"(.*?)\\?"\)" \}$|(?:exec command|patch) (rejected\b.*))/s;
const stopped = /^(?:Wall time: [^\n]{1,40}\n)?aborted by user\b/;

function joined(seen: ToolResult, noted: ToolResult): ToolResult {
  const [seenText, text] = [textIn(seen.content).trim(), textIn(noted.content)];
  const isSeen = seenText === text.trim() || text.trim() === "";
  // The model may have seen less than the tool showed to the user.
  const isApart = !isSeen && (noted.output !== undefined || seen.truncated === true);
  const isNoted = isApart || noted.content.length > seen.content.length;
  const [shown, other] = isNoted ? [noted, seen] : [seen, noted];
  const result = present<ToolResult>({
    ...seen,
    content: shown.content,
    output: noted.output ?? (isSeen || isApart ? undefined : text),
    truncated: isApart ? undefined : seen.truncated,
    isError: seen.isError || noted.isError,
    exitCode: noted.exitCode ?? seen.exitCode,
    native: shown.native,
  });
  return withRest(result, other);
}

/** A result with what only the one says that it takes the place of. */
export function withRest(result: ToolResult, other: ToolResult): ToolResult {
  const { output, exitCode } = other;
  const said = textIn(other.content);
  const shown = ["", textIn(result.content).trim(), stringOf(result.output)?.trim()];
  const blocks = other.content.filter(({ type }) => type !== "text");
  const left = blocks.filter((block) => !result.content.some((part) => isSame(part, block)));
  addNative(result, other.native);
  addNative(
    result,
    present({
      seen: shown.includes(said.trim()) ? undefined : said,
      output: output === undefined || isSame(output, result.output) ? undefined : output,
      exit_code: exitCode === result.exitCode ? undefined : exitCode,
      blocks: nonEmpty(left.map((block): Json => JSON.parse(JSON.stringify(block)))),
    }),
  );
  return result;
}

/** The result of an output item: blocks, a text with a header of the tool, or JSON with the text of a command. */
export function resultOf(payload: Fields): ToolResult {
  const blocks = payload.objects("output");
  if (blocks.length > 0) return resultOfBlocks(blocks);
  const output = payload.json("output");
  const text = stringOf(output) ?? (isNothing(output) ? "" : JSON.stringify(output));
  const { output: printed, metadata, ...others } = objectOf(parseLine(text)) ?? {};
  const facts = objectOf(metadata);
  return typeof printed === "string" && facts
    ? resultOfCommand(printed, { ...facts, ...others })
    : resultOfText(text);
}

function isNothing(output: Json | undefined): boolean {
  return !output || listOf(output)?.length === 0;
}

function resultOfCommand(text: string, facts: JsonObject): ToolResult {
  const { exit_code, ...others } = facts;
  const exitCode = numberOf(exit_code);
  const native = exitCode === undefined ? facts : others;
  return present({
    content: textParts(text),
    isError: exitCode !== undefined && exitCode !== 0,
    exitCode,
    native: Object.keys(native).length > 0 ? native : undefined,
  });
}

/**
 * The lines that the tool writes above an output; 0.118 repeats the command first, which may have
 * several lines.
 */
const headed =
  /^((?:Command: [\s\S]*?\n)?)((?:(?:Chunk ID|Exit code|Wall time|Process |Original token count|Total output lines)[^\n]{0,200}\n){1,8})Output:\n?/;
const failures =
  /^(?:err: |(?:exec_command|write_stdin|resources\/\w{1,20}) failed|apply_patch verification failed|unsupported call: |failed to parse function arguments: |unable to locate image at |request_user_input is unavailable)/;

function resultOfText(text: string): ToolResult {
  const [whole = "", command = "", facts = ""] = headed.exec(text) ?? [];
  const code = /(?:Exit code:|exited with code) (-?\d{1,10})/.exec(facts)?.[1];
  const header = command + facts;
  const shown = text.slice(whole.length);
  // What the tool tells the model of a decision is not what the call gave.
  const isTold = whole === "" && (declined.test(text) || stopped.test(text));
  return present({
    content: isTold ? [{ type: "text", text: shown, synthetic: "reminder" }] : textParts(shown),
    isError: code ? code !== "0" : isTold || failures.test(text),
    exitCode: code ? Number(code) : undefined,
    truncated: shown.startsWith("Warning: truncated output") ? true : undefined,
    native: header ? { header: header.trimEnd() } : undefined,
  });
}

/** The first text of a script's output says how it went. */
function resultOfBlocks(blocks: readonly Fields[]): ToolResult {
  const header = blocks[0] && blockText(blocks[0]);
  const isHeader = header !== undefined && /^Script [^\n]{1,100}\nWall time /.test(header);
  return present({
    content: (isHeader ? blocks.slice(1) : blocks).flatMap(outputParts),
    isError: isHeader && !header.startsWith("Script completed"),
    native: isHeader ? { header: header.trimEnd() } : undefined,
  });
}
