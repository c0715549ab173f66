import {
  defined,
  type Json,
  type JsonObject,
  type Part,
  present,
  type ToolCall,
  type ToolDetails,
  type ToolResult,
} from "@chatexport/core";
import {
  attempt,
  listOf,
  nameSet,
  numberOf,
  objectOf,
  objectsOf,
  stringOf,
  textOf,
  uniqueId,
  unreadFields,
} from "@chatexport/core/read";
import { detailsOf, todosOf } from "../tool-details.js";
import type { ModelCall } from "./rounds.js";
import { addressOf, markdownOf } from "./values.js";

/** A call as the editor shows it, with the arguments and the result that the model knows. */
export function callOf(item: JsonObject, made: ModelCall | undefined, ids: Set<string>): ToolCall {
  const id = textOf(item.toolCallId) ?? `call-${ids.size}`;
  const toolId = textOf(item.toolId);
  const data = objectOf(item.toolSpecificData) ?? {};
  const shown = objectOf(item.resultDetails) ?? {};
  const given = made?.input ?? inputOf(data.rawInput ?? shown.input ?? data.input);
  const input = objectOf(given);
  // Until early 2025 a call only says what it does.
  const name = made?.name ?? toolId ?? "tool";
  const { title, ...details } = shownDetails(
    detailsOf(name, input ?? {}, made?.rawInput ?? stringOf(given)),
    data,
  );
  const message = (markdownOf(item.pastTenseMessage) ?? markdownOf(item.invocationMessage))?.trim();
  // "Ran `get_stock`" says no more than the name of the call.
  const isName = /^(?:Ran|Running|Used|Using) [`"][^`"\n]{1,200}[`"]$/.test(message ?? "");
  const result = resultOf(made, data, shown, item);
  const source = objectOf(item.source);
  const native: JsonObject = {
    ...unreadFields(item, itemFields, {}),
    ...(unreadFields(data, dataFields, {}) && { data: unreadFields(data, dataFields, {}) ?? {} }),
    ...(toolId !== undefined && toolId !== name && { toolId }),
    ...(made && made.id !== id && { modelCallId: made.id }),
    ...((title !== undefined || isName) && message && { message }),
    ...(listOf(item.resultDetails) && {
      found: objectsOf(item.resultDetails).flatMap((uri) => addressOf(uri) ?? []),
    }),
  };
  return {
    ...details,
    ...defined({
      type: "tool-call" as const,
      id: uniqueId(id, ids.size, ids),
      name,
      title: title ?? (isName ? undefined : message || undefined),
      cwd: addressOf(data.cwd),
      server:
        source?.type === "mcp" ? (textOf(source.serverLabel) ?? textOf(source.label)) : undefined,
      input: given,
      rawInput: made?.rawInput,
      status: statusOf(item, made, result),
      rejectedBy: isDenied(item) ? ("user" as const) : undefined,
      result,
      native: Object.keys(native).length > 0 ? native : undefined,
    }),
  };
}

/** A call that the editor does not show. */
export function hiddenCall(made: ModelCall, ids: Set<string>): ToolCall {
  const { result, ended } = made;
  return {
    ...detailsOf(made.name, objectOf(made.input) ?? {}, made.rawInput),
    ...defined({
      type: "tool-call" as const,
      id: uniqueId(made.id, ids.size, ids),
      name: made.name,
      input: made.input,
      rawInput: made.rawInput,
      status: ended ?? (result ? ("completed" as const) : ("unknown" as const)),
      result: result && { content: result, isError: ended === "failed" },
    }),
  };
}

const itemFields = nameSet(
  "kind toolId toolCallId invocationMessage pastTenseMessage originMessage isComplete toolSpecificData",
  "resultDetails source subAgentInvocationId isAttachedToThinking",
);

const dataFields = nameSet(
  "kind commandLine command language todoList description prompt result agentName modelName rawInput input",
  "output terminalCommandOutput terminalCommandState cwd terminalTheme terminalToolSessionId",
  "terminalCommandId terminalCommandUri",
);

function inputOf(value: Json | undefined): Json | undefined {
  if (typeof value !== "string") return value;
  return objectOf(attempt((): Json => JSON.parse(value))) ?? value;
}

/** What the editor knows of a call beyond its arguments: the command as it was run, the list as it was written. */
function shownDetails(details: ToolDetails, data: JsonObject): ToolDetails {
  const line = objectOf(data.commandLine);
  const command =
    textOf(line?.toolEdited) ??
    textOf(line?.userEdited) ??
    textOf(line?.original) ??
    textOf(data.command);
  switch (data.kind) {
    case "terminal":
      return present({
        kind: "execute",
        command: command ?? (details.kind === "execute" ? details.command : undefined),
        title: details.title,
      });
    case "todoList": {
      const todos = todosOf(data.todoList);
      return todos.length > 0 ? { kind: "plan", todos } : details;
    }
    case "subagent":
      return present({
        kind: "task",
        task: textOf(data.prompt) ?? (details.kind === "task" ? details.task : undefined),
        title: textOf(data.description) ?? details.title,
      });
    default:
      return details;
  }
}

function isDenied({ isConfirmed }: JsonObject): boolean {
  return isConfirmed === false || objectOf(isConfirmed)?.type === 0;
}

function statusOf(
  item: JsonObject,
  made: ModelCall | undefined,
  result: ToolResult | undefined,
): ToolCall["status"] {
  if (isDenied(item)) return "rejected";
  if (objectOf(item.isConfirmed)?.type === 5 || made?.ended === "cancelled") return "cancelled";
  if (result?.isError) return "failed";
  // What waits for its arguments or for a person is stored as complete, too.
  const isBegun = result !== undefined || item.isConfirmed !== undefined;
  return isBegun && item.isComplete !== false ? "completed" : "cancelled";
}

function resultOf(
  made: ModelCall | undefined,
  data: JsonObject,
  shown: JsonObject,
  item: JsonObject,
): ToolResult | undefined {
  const exitCode = numberOf(objectOf(data.terminalCommandState)?.exitCode) ?? toldExitCode(made);
  const printed = objectOf(data.terminalCommandOutput);
  const text = stringOf(printed?.text) ?? stringOf(data.output) ?? textOf(data.result);
  const seen = made?.result ?? [];
  const own: Part[] = text === undefined || text === "" ? [] : [{ type: "text", text }];
  const blocks = [
    ...objectsOf(shown.output).flatMap(shownParts),
    ...shownParts(objectOf(shown.output) ?? {}),
  ];
  const content = seen.length > 0 ? seen : own.length > 0 ? own : blocks;
  const isSeen = (part: Part) =>
    part.type === "text" &&
    content.some((each) => each.type === "text" && each.text.includes(part.text));
  const other = [...own, ...blocks].filter((part) => !content.includes(part) && !isSeen(part));
  if (content.length === 0 && exitCode === undefined && item.resultDetails === undefined)
    return undefined;
  return present<ToolResult>({
    content,
    isError: made?.ended === "failed" || shown.isError === true || (exitCode ?? 0) !== 0,
    exitCode,
    truncated: printed?.truncated === true ? true : undefined,
    // The model may have seen another text than the user.
    native: other.length > 0 ? { shown: JSON.parse(JSON.stringify(other)) } : undefined,
  });
}

/** Older versions tell only the model how a command ended, and only if it failed. */
function toldExitCode(made: ModelCall | undefined): number | undefined {
  const part = made?.name === "run_in_terminal" ? made.result?.at(-1) : undefined;
  const text = part?.type === "text" ? part.text : "";
  const code = /\n\nCommand exited with code (-?\d{1,10})$/.exec(text.slice(-60))?.[1];
  return code === undefined ? undefined : Number(code);
}

function shownParts(block: JsonObject): Part[] {
  const text = stringOf(block.value);
  const data = textOf(block.base64Data) ?? (block.isText === true ? undefined : text);
  const mediaType = textOf(block.mimeType);
  if (block.type === "ref") {
    const url = addressOf(block.uri);
    return url === undefined
      ? []
      : [present({ type: "file", url, mediaType, missing: "not stored", from: "tool" })];
  }
  if (mediaType !== undefined && data !== undefined && !/^text\//.test(mediaType))
    return [{ type: "file", mediaType, data, from: "tool" }];
  return text === undefined || text === "" ? [] : [{ type: "text", text }];
}
