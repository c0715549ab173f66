import {
  type FileEdit,
  type Part,
  present,
  type TextPart,
  type ToolCall,
  type ToolResult,
} from "@chatexport/core";
import { shellReport, unifiedHunks } from "@chatexport/core/read";
import { addNative, endCall, type Fate, type Fields } from "@chatexport/core/source";
import type { ChatRecord } from "./chat-record.js";
import { contentOf, partsOf, responseText } from "./content.js";
import type { Conversation } from "./conversation.js";

/** Ends calls with their results; without its call, a result is a message of its own. */
export function readResult(record: ChatRecord, conversation: Conversation): Fate {
  const contents = contentOf(record);
  const answers = contents?.filter((content) => content.object("functionResponse")) ?? [];
  if (!contents || answers.length === 0) return "unknown";
  const beside = partsOf(
    contents.filter((content) => !answers.includes(content)),
    "tool",
  );
  const noted = record.envelope.object("toolCallResult");
  const ended = answers.map((content) => {
    const answer = content.object("functionResponse");
    const id = answer?.text("id") ?? noted?.text("callId");
    return endWith(id, answer, noted, beside, record, conversation);
  });
  const result = ended.find((one) => one !== undefined);
  return result ? { kept: result } : "unknown";
}

function endWith(
  toolCallId: string | undefined,
  answer: Fields | undefined,
  noted: Fields | undefined,
  beside: readonly Part[],
  record: ChatRecord,
  conversation: Conversation,
): ToolResult | undefined {
  const response = answer?.object("response");
  if (!answer || toolCallId === undefined) return undefined;
  const call = conversation.calls.get(toolCallId);
  answer.fitting("name", (name) => name === call?.name);
  noted?.fitting("callId", (id) => id === toolCallId);
  const { text, isError } = response ? responseText(response) : { isError: false };
  if (text !== undefined) conversation.said.add(text);
  const status = noted?.word(["success", "error", "cancelled"], "status");
  const [around = "", fullOutputPath] = aroundCut.exec(text ?? "") ?? [];
  const printed = text?.slice(around.length);
  const report =
    call?.kind === "execute" && printed !== undefined ? shellReport(printed) : undefined;
  const output = report?.output ?? printed;
  // Where an agent goes on in the background is told to the model alone.
  const synthetic = output?.startsWith("Background agent launched") ? "context" : undefined;
  const content: Part[] = [
    ...(output === undefined ? [] : [present<TextPart>({ type: "text", text: output, synthetic })]),
    ...partsOf(answer.objects("parts"), "tool"),
    ...beside,
  ];
  const result = present<ToolResult>({
    content,
    isError: isError || status === "error",
    exitCode: report?.exitCode,
    truncated: fullOutputPath !== undefined || undefined,
    fullOutputPath,
  });
  addNative(result, report?.notes);
  noted?.fitting("resultDisplay", (display) => display === text || display === "");
  const display = noted?.object("resultDisplay");
  if (display) addDisplayed(display, result, text, call);
  // Older versions take a command that ended with an error for one that succeeded.
  if (result.exitCode) result.isError = true;
  addNative(result, answer.rest());
  const ending = status === "cancelled" && !call?.rejectedBy ? status : undefined;
  const more = { status: ending, completedAt: record.createdAt };
  const orphan = endCall(call, toolCallId, result, more);
  if (orphan) conversation.begin(record, "system", [orphan]);
  return result;
}

/** The text before an output that the tool has cut, with the path of all of it (0.24). */
const aroundCut =
  /^Tool output was too large and has been truncated\.\nThe full output has been saved to: ([^\n]+)\n[\s\S]{0,5000}?\nTruncated part of the output:\n/;

/**
 * Adds the person's view of a result: the state of a command, a change of a file, or another thing,
 * which is kept.
 */
function addDisplayed(
  display: Fields,
  result: ToolResult,
  text: string | undefined,
  call: ToolCall | undefined,
): void {
  if (display.word(["shell_result"], "type")) {
    const isIn = (shown: unknown) => typeof shown === "string" && (text ?? "").includes(shown);
    for (const name of ["output", "text"]) display.fitting(name, isIn);
    const [fullOutputPath] = display.texts("outputFiles");
    Object.assign(
      result,
      present({
        exitCode: display.number("exitCode"),
        truncated: display.flag("truncated") || undefined,
        fullOutputPath,
      }),
    );
    return;
  }
  const diff = display.string("fileDiff");
  // Of a long change, the tool stores a diff that only says so.
  const hunks = display.flag("fileDiffTruncated") ? undefined : unifiedHunks(diff);
  const path = display.text("filePath");
  if (call?.kind === "edit" && (hunks || path !== undefined)) {
    const [known] = call.edits ?? [];
    const kind = known?.kind ?? "update";
    const isNew = display.fitting("originalContent", (before) => before === "" || before === null);
    const edit = present<FileEdit>({
      ...known,
      path: path ?? known?.path ?? "",
      kind: kind === "create" && isNew === undefined ? "update" : kind,
      hunks,
    });
    if (edit.path !== "") call.edits = [edit];
  }
  result.output = display.all();
}
