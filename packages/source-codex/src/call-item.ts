import {
  defined,
  type FileEdit,
  type Json,
  type JsonObject,
  nonEmpty,
  type Part,
  present,
  type ToolCall,
  type ToolDetails,
  type ToolResult,
} from "@chatexport/core";
import { byName, listOf, objectOf, textOf, unifiedHunks, wordOf } from "@chatexport/core/read";
import { addNative, type Fields, type Holder } from "@chatexport/core/source";
import { imageOf, isSame, outputParts, pathOf, textParts } from "./content.js";
import { isStopped, withRest } from "./result.js";
import { toolNames } from "./says.js";
import { commandOf, webDetails } from "./tools.js";

/** Gives a call what the tool itself noted when it was over: command, changes, the whole output. */
export function addItem(call: ToolCall, item: Fields): void {
  const type = item.text("type") ?? "";
  const details = detailsOf(item, type, call.kind);
  const status = statuses.get(item.word(statusWords, "status") ?? "");
  const hasFailed = status === "failed" || item.flag("success") === false;
  const result = resultOf(item, hasFailed);
  // Older notes have the tool and its arguments one level deeper.
  const invocation = item.object("invocation") ?? item;
  invocation.fitting("tool", (tool) => call.name.endsWith(wordOf(tool)));
  invocation.fitting("arguments", (input) => isSame(input, call.input));
  const server = invocation.text("server");
  const cwd = call.cwd ?? pathOf(item.text("cwd"));
  item.fitting("cwd", (own) => pathOf(wordOf(own)) === cwd);
  for (const name of ["call_id", "callId", "id"]) item.fitting(name, (id) => id === call.id);
  // What a picture was drawn from, which may differ from what was asked.
  const title = call.title ?? item.text("revised_prompt");
  item.fitting("revised_prompt", (text) => text === title);
  addNoted(call, item.rest());
  Object.assign(
    call,
    details,
    defined({
      title,
      cwd,
      status: isStopped(call)
        ? undefined
        : (status ?? (hasFailed ? "failed" : result && (result.isError ? "failed" : "completed"))),
      server,
      result: result && call.result ? withRest(result, call.result) : result,
    }),
  );
}

/** Keeps what else a note says of a call; several notes are one. */
export function addNoted(call: ToolCall, fields: JsonObject | undefined): void {
  const noted: Holder = present({ native: objectOf(call.native?.item) });
  addNative(noted, fields);
  if (noted.native) call.native = { ...call.native, item: noted.native };
}

const statuses = byName<ToolCall["status"]>([
  ["completed", "completed"],
  ["failed", "failed"],
  ["rejected", "declined"],
]);

const statusWords = [...statuses.keys()];

/** A call that only a note of the tool tells of: a script made it, or the service ran it. */
export function callOfItem(item: Fields, id: string, startedAt: string | undefined): ToolCall {
  const type = item.text("type") ?? "";
  const invocation = item.object("invocation") ?? item;
  const call: ToolCall = {
    ...defined({
      type: "tool-call" as const,
      id,
      name: invocation.text("tool") ?? names.get(type) ?? item.text("kind") ?? type,
      input: invocation.json("arguments"),
      // Any other note says that it is over; this one says that the call begins, and another one may never come.
      status: type === "dynamic_tool_call_request" ? ("pending" as const) : ("completed" as const),
      startedAt,
    }),
    kind: "other",
  };
  addItem(call, item);
  return call;
}

const names = byName([
  [toolNames.command, "CommandExecution"],
  [toolNames.shell, "exec_command_end"],
  [toolNames.patch, "FileChange patch_apply_end"],
  [toolNames.image, "ImageView view_image_tool_call"],
  [toolNames.web, "WebSearch web_search_end"],
  [toolNames.newImage, "ImageGeneration image_generation_end"],
]);

/**
 * The details in a note of a call, if it is a call of this kind; of one of kind "other" it tells
 * the kind.
 */
function detailsOf(item: Fields, type: string, kind: ToolCall["kind"]): ToolDetails | undefined {
  const fits = (own: ToolCall["kind"]) => kind === own || kind === "other";
  const changes = fits("edit") ? item.object("changes") : undefined;
  if (changes) return present({ kind: "edit", edits: nonEmpty(changedFiles(changes)) });
  const words = fits("execute") ? (item.string("command") ?? item.texts("command")) : [];
  if (words.length > 0) return present({ kind: "execute", command: commandOf(words) });
  const isImage = type === "ImageView" || type === "view_image_tool_call";
  const path = isImage && fits("read") ? pathOf(item.text("path")) : undefined;
  if (path) return { kind: "read", locations: [{ path }] };
  if (!fits("fetch")) return undefined;
  const action = item.object("action") ?? (item.text("query") === undefined ? undefined : item);
  return action && webDetails(action);
}

function resultOf(item: Fields, isFailure: boolean): ToolResult | undefined {
  const code = item.number("exit_code");
  const hasFailed = isFailure || (code ?? 0) !== 0;
  // So the tool writes that there is none: the command never ran, or was stopped.
  const exitCode = code === -1 ? undefined : code;
  const found = foundIn(item, hasFailed);
  return found || exitCode !== undefined
    ? present({ content: [], isError: hasFailed, ...found, exitCode })
    : undefined;
}

/**
 * The result of a call: a failure, the answer of a server, pages, blocks, an image or the output of
 * a command.
 */
function foundIn(item: Fields, hasFailed: boolean): ToolResult | undefined {
  const result = item.object("result");
  const failure =
    result?.text("Err") ?? item.text("error") ?? item.object("error")?.text("message");
  if (failure !== undefined) return { content: textParts(failure), isError: true };
  // Older versions wrap what the server answered.
  const answer = result?.object("Ok") ?? result;
  if (answer)
    return present({
      content: answer.objects("content").flatMap(outputParts),
      output: answer.json("structuredContent", "structured_content"),
      isError: answer.flag("isError", "is_error") === true || hasFailed,
    });
  // What a search on the web has found.
  const pages = listOf(item.fitting("results", Array.isArray));
  if (pages) return { content: pages.flatMap(foundParts), output: pages, isError: hasFailed };
  const blocks = item.objects("content_items");
  if (blocks.length > 0) return { content: blocks.flatMap(outputParts), isError: hasFailed };
  const isImage = names.get(item.text("type") ?? "") === "image_generation";
  const image = isImage ? item.text("result") : undefined;
  if (image) return { content: [imageOf(image, "image/png")], isError: false };
  const whole = item.string("aggregated_output");
  const printed = whole ?? item.string("stdout");
  item.fitting("stdout", (part) => whole?.includes(wordOf(part)) === true);
  const texts = [printed, item.string("stderr")].flatMap((text) => text || []);
  return texts.length === 0 ? undefined : { content: texts.flatMap(textParts), isError: hasFailed };
}

/** The parts of a page found that a reader wants: its title, address and a piece of it. */
function foundParts(value: Json): Part[] {
  const { title, url, snippet } = objectOf(value) ?? {};
  return textParts([title, url, snippet].flatMap((text) => textOf(text) ?? []).join("\n"));
}

const kinds = ["add", "delete", "update"] as const;

/** The changes that the tool noted after it had applied a patch. */
function changedFiles(changes: Fields): FileEdit[] {
  return changes.names.flatMap((path): FileEdit[] => {
    const change = changes.object(path);
    const named = change?.word(kinds, "type");
    // Older versions write the kind as the key.
    const kind = named ?? kinds.find((each) => change?.object(each));
    const inner = named ? change : change?.object(kind ?? "");
    if (kind === "add") return [present({ path, kind: "create", after: inner?.string("content") })];
    if (kind === "delete")
      return [present({ path, kind: "delete", before: inner?.string("content") })];
    if (kind !== "update") return [];
    const newPath = inner?.text("move_path");
    const hunks = unifiedHunks(inner?.string("unified_diff"));
    return [present({ path, kind: newPath ? "move" : "update", newPath, hunks })];
  });
}
