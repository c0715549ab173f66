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
import {
  byName,
  listOf,
  numberOf,
  objectOf,
  stringOf,
  textOf,
  unifiedHunks,
  wordOf,
} from "@chatexport/core/read";
import { commandOf } from "./call.js";
import { imageOf, outputParts, pathOf, textParts } from "./content.js";
import { read, unread } from "./fields.js";
import { webDetails } from "./web.js";

/** Gives a call what the tool itself noted when it was over: command, changes, the whole output. */
export function addItem(call: ToolCall, item: JsonObject): void {
  const details = detailsOf(item);
  const isSame = call.kind === details?.kind || call.kind === "other";
  const native = unread(item, read.item);
  const result = resultOf(item);
  const status =
    statuses.get(wordOf(item.status)) ?? (item.success === false ? "failed" : undefined);
  Object.assign(
    call,
    isSame && details,
    defined({
      cwd: call.cwd ?? pathOf(item.cwd),
      status: status ?? (result && (result.isError ? "failed" : "completed")),
      server: textOf(item.server),
      native: native && { ...call.native, item: native },
      result,
    }),
  );
}

const statuses = byName<ToolCall["status"]>([
  ["completed", "completed"],
  ["failed", "failed"],
  ["rejected", "declined"],
]);

/** A call that only a note of the tool tells of: a script made it, or the service ran it. */
export function callOfItem(item: JsonObject, id: string, startedAt: string | undefined): ToolCall {
  const type = wordOf(item.type);
  const call: ToolCall = {
    ...defined({
      type: "tool-call" as const,
      id,
      name: textOf(item.tool) ?? names.get(type) ?? textOf(item.kind) ?? type,
      input: item.arguments,
      // Any other note says that it is over.
      status: isRequest(item) ? ("unknown" as const) : ("completed" as const),
      startedAt,
    }),
    ...(detailsOf(item) ?? { kind: "other" }),
  };
  addItem(call, item);
  return call;
}

/** Whether a note only says that the call begins; another one may never have come. */
function isRequest({ type }: JsonObject): boolean {
  return type === "dynamic_tool_call_request";
}

const names = byName([
  ["exec_command", "CommandExecution"],
  ["shell", "exec_command_end"],
  ["apply_patch", "FileChange patch_apply_end"],
  ["view_image", "ImageView view_image_tool_call"],
  ["web_search", "WebSearch web_search_end"],
  ["image_generation", "ImageGeneration image_generation_end"],
]);

function detailsOf(item: JsonObject): ToolDetails | undefined {
  const changes = objectOf(item.changes);
  if (changes) return present({ kind: "edit", edits: nonEmpty(changedFiles(changes)) });
  if (item.command !== undefined)
    return present({ kind: "execute", command: commandOf(item.command) });
  const isImage = item.type === "ImageView" || item.type === "view_image_tool_call";
  const path = isImage ? pathOf(item.path) : undefined;
  if (path) return { kind: "read", locations: [{ path }] };
  const action = objectOf(item.action) ?? (textOf(item.query) === undefined ? undefined : item);
  return action && webDetails(action);
}

function resultOf(item: JsonObject): ToolResult | undefined {
  const exitCode = numberOf(item.exit_code);
  const hasFailed = (exitCode ?? 0) !== 0 || item.status === "failed" || item.success === false;
  const result = objectOf(item.result);
  const failure =
    textOf(result?.Err) ?? textOf(item.error) ?? textOf(objectOf(item.error)?.message);
  if (failure !== undefined) return { content: textParts(failure), isError: true };
  // Older versions wrap what the server answered.
  const answer = objectOf(result?.Ok) ?? result;
  if (answer)
    return present({
      content: (listOf(answer.content) ?? []).flatMap(outputParts),
      output: answer.structuredContent ?? answer.structured_content ?? undefined,
      isError: hasFailed || answer.isError === true || answer.is_error === true,
    });
  // What a search on the web has found.
  const found = listOf(item.results);
  if (found) return { content: found.flatMap(foundParts), output: found, isError: hasFailed };
  const blocks = listOf(item.content_items);
  if (blocks) return { content: blocks.flatMap(outputParts), isError: hasFailed };
  const image = textOf(item.result);
  if (image) return { content: [imageOf(image, "image/png")], isError: false };
  const texts = [item.aggregated_output ?? item.stdout, item.stderr].flatMap(
    (text) => textOf(text) ?? [],
  );
  if (texts.length === 0 && exitCode === undefined) return undefined;
  return present({ content: texts.flatMap(textParts), isError: hasFailed, exitCode });
}

/** What a reader wants of a page that was found: its title, address and a piece of it. */
function foundParts(value: Json): Part[] {
  const { title, url, snippet } = objectOf(value) ?? {};
  return textParts([title, url, snippet].flatMap((text) => textOf(text) ?? []).join("\n"));
}

/** The changes that the tool noted after it had applied a patch. */
function changedFiles(changes: JsonObject): FileEdit[] {
  return Object.entries(changes).flatMap(([path, value]): FileEdit[] => {
    const change = objectOf(value) ?? {};
    // Older versions write the kind as the key.
    const kind = textOf(change.type) ?? Object.keys(change)[0];
    const inner = textOf(change.type) ? change : (objectOf(change[kind ?? ""]) ?? {});
    const content = stringOf(inner.content);
    if (kind === "add") return [present({ path, kind: "create", after: content })];
    if (kind === "delete") return [present({ path, kind: "delete", before: content })];
    if (kind !== "update") return [];
    const newPath = textOf(inner.move_path);
    const hunks = unifiedHunks(inner.unified_diff);
    return [present({ path, kind: newPath ? "move" : "update", newPath, hunks })];
  });
}
