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
import { listOf, objectOf, parseJson, stringOf, uniqueId } from "@chatexport/core/read";
import { type Fields, todosOf } from "@chatexport/core/source";
import { detailsOf } from "../tool-details.js";
import type { ModelCall } from "./rounds.js";
import { addressIn, addressOf, isPlace, lookAt, markdownIn, readIn } from "./values.js";

/** A call as the editor shows it, with the arguments and the result that the model knows. */
export function callOf(item: Fields, made: ModelCall | undefined, ids: Set<string>): ToolCall {
  const id = item.text("toolCallId") ?? `call-${ids.size}`;
  const toolId = item.text("toolId");
  const data = item.object("toolSpecificData");
  const shown = item.object("resultDetails");
  const given =
    made?.input ?? inputOf(data?.json("rawInput") ?? shown?.json("input") ?? data?.json("input"));
  const isSame = (value: Json) => JSON.stringify(inputOf(value)) === JSON.stringify(given);
  data?.fitting("rawInput", isSame);
  data?.fitting("input", isSame);
  shown?.fitting("input", isSame);
  // Until early 2025 a call only says what it does.
  const name = made?.name ?? toolId ?? "tool";
  const { title, ...details } = shownDetails(
    detailsOf(name, given, made?.rawInput ?? stringOf(given)),
    data,
  );
  const said = markdownIn(item, "pastTenseMessage") ?? markdownIn(item, "invocationMessage");
  const message = said?.trim();
  // "Ran `get_stock`" says no more than the name of the call.
  const isName = /^(?:Ran|Running|Used|Using) [`"][^`"\n]{1,200}[`"]$/.test(message ?? "");
  const source = item.object("source");
  const isServer = source?.text("type") === "mcp";
  const server = source?.text("serverLabel", "label");
  source?.text("label");
  const isComplete = item.flag("isComplete") !== false;
  const isConfirmed = lookAt(item, "isConfirmed");
  const result = resultOf(made, data, shown, lookAt(item, "resultDetails") !== undefined);
  const isDenied = isConfirmed === false || objectOf(isConfirmed)?.type === 0;
  const places = (value: Json) => listOf(value)?.flatMap((uri) => addressOf(uri) ?? []);
  const cwd = data && addressIn(data, "cwd");
  const native = present<JsonObject>({
    data: data?.rest(),
    toolId: toolId === name ? undefined : toolId,
    modelCallId: made?.id === id ? undefined : made?.id,
    message: title !== undefined || isName ? message || undefined : undefined,
    invocationMessage: said === undefined ? lookAt(item, "invocationMessage") : undefined,
    found: readIn(item, "resultDetails", places, (value) => (listOf(value) ?? []).every(isPlace)),
  });
  return {
    ...details,
    ...defined({
      type: "tool-call" as const,
      id: uniqueId(id, ids.size, ids),
      name,
      title: title ?? (isName ? undefined : message || undefined),
      cwd,
      server: isServer ? server : undefined,
      input: given,
      rawInput: made?.rawInput,
      status: isDenied ? ("rejected" as const) : statusOf(isComplete, made, result, isConfirmed),
      rejectedBy: isDenied ? ("user" as const) : undefined,
      result,
      native: Object.keys(native).length > 0 ? native : undefined,
    }),
  };
}

/** A call that the editor does not show. */
export function hiddenCall(made: ModelCall, ids: Set<string>): ToolCall {
  const { result, ended } = made;
  return {
    ...detailsOf(made.name, made.input, made.rawInput),
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

function inputOf(value: Json | undefined): Json | undefined {
  return objectOf(parseJson(value)) ?? value;
}

/**
 * The editor's facts about a call beyond its arguments: the command as it was run, the list as it
 * was written.
 */
function shownDetails(details: ToolDetails, data: Fields | undefined): ToolDetails {
  switch (data?.text("kind")) {
    case "terminal": {
      const line = data?.object("commandLine")?.text("toolEdited", "userEdited", "original");
      const known = details.kind === "execute" ? details.command : undefined;
      const command = line ?? data?.text("command") ?? known;
      // The language of the shell.
      data?.text("language");
      return present({ kind: "execute", command, title: details.title });
    }
    case "todoList": {
      const items = data?.objects("todoList").map((item): JsonObject => {
        item.text("id");
        item.number("id");
        return { title: item.text("title", "content") ?? "", status: item.text("status") ?? "" };
      });
      const todos = todosOf(items, "title");
      return todos.length > 0 ? { kind: "plan", todos } : details;
    }
    case "subagent":
      return present({
        kind: "task",
        task: data?.text("prompt") ?? (details.kind === "task" ? details.task : undefined),
        title: data?.text("description") ?? details.title,
      });
    default:
      return details;
  }
}

function statusOf(
  isComplete: boolean,
  made: ModelCall | undefined,
  result: ToolResult | undefined,
  isConfirmed: Json | undefined,
): ToolCall["status"] {
  if (objectOf(isConfirmed)?.type === 5 || made?.ended === "cancelled") return "cancelled";
  if (result?.isError) return "failed";
  // What waits for its arguments or for a person is stored as complete, too.
  const isBegun = result !== undefined || isConfirmed !== undefined;
  return isBegun && isComplete ? "completed" : "cancelled";
}

function resultOf(
  made: ModelCall | undefined,
  data: Fields | undefined,
  shown: Fields | undefined,
  isShown: boolean,
): ToolResult | undefined {
  const exitCode = data?.object("terminalCommandState")?.number("exitCode") ?? toldExitCode(made);
  const printed = data?.object("terminalCommandOutput");
  const text = printed?.string("text") ?? data?.string("output") ?? data?.text("result");
  const seen = made?.result ?? [];
  const own: Part[] = text === undefined || text === "" ? [] : [{ type: "text", text }];
  const block = shown?.object("output");
  const blocks = [...(shown?.objects("output") ?? []), ...(block ? [block] : [])].flatMap(
    shownParts,
  );
  const content = seen.length > 0 ? seen : own.length > 0 ? own : blocks;
  const isSeen = (part: Part) =>
    part.type === "text" &&
    content.some((each) => each.type === "text" && each.text.includes(part.text));
  const other = [...own, ...blocks].filter((part) => !content.includes(part) && !isSeen(part));
  const isError = shown?.flag("isError") === true;
  const isCut = printed?.flag("truncated") === true;
  if (content.length === 0 && exitCode === undefined && !isShown) return undefined;
  return present<ToolResult>({
    content,
    isError: made?.ended === "failed" || isError || (exitCode ?? 0) !== 0,
    exitCode,
    truncated: isCut ? true : undefined,
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

function shownParts(block: Fields): Part[] {
  const type = block.text("type");
  const mediaType = block.text("mimeType");
  if (type === "ref") {
    const url = addressIn(block, "uri");
    return url === undefined
      ? []
      : [present({ type: "file", url, mediaType, missing: "not stored", from: "tool" })];
  }
  const isText = block.flag("isText") === true;
  const text = block.string("value");
  const data = block.text("base64Data") ?? (isText ? undefined : text);
  if (mediaType !== undefined && data !== undefined && !/^text\//.test(mediaType))
    return [{ type: "file", mediaType, data, from: "tool" }];
  return text === undefined || text === "" ? [] : [{ type: "text", text }];
}
