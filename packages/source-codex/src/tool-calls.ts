import { fileURLToPath } from "node:url";
import {
  defined,
  type FilePart,
  type Json,
  type JsonObject,
  nonEmpty,
  type Part,
  present,
  type Todo,
  type ToolCall,
  type ToolDetails,
  type ToolResult,
} from "@chatexport/core";
import {
  attempt,
  listOf,
  numberOf,
  objectOf,
  objectsOf,
  parseLine,
  stringOf,
  textOf,
  unknownBlock,
} from "@chatexport/core/read";
import { read, unread } from "./fields.js";
import { changedFiles, editsOfPatch } from "./patch.js";

/** A call as a response item says it. */
export function callOf(payload: JsonObject, id: string, startedAt: string | undefined): ToolCall {
  const namespace = textOf(payload.namespace);
  const own = textOf(payload.name) ?? ownNames[`${payload.type}`] ?? `${payload.type}`;
  const server = namespace?.startsWith("mcp__") ? namespace.slice(5) : undefined;
  const given = stringOf(payload.arguments) ?? stringOf(payload.input);
  const parsed =
    given === undefined ? undefined : (attempt(() => JSON.parse(given)) as Json | undefined);
  const input = given === undefined ? (payload.action ?? payload.arguments) : objectOf(parsed);
  return {
    ...defined({
      type: "tool-call" as const,
      id,
      name: namespace && namespace !== "functions" ? `${namespace}.${own}` : own,
      server: server ?? serverIn(own),
      input,
      rawInput: input === undefined ? given : undefined,
      status: payload.type === "web_search_call" ? ("completed" as const) : ("unknown" as const),
      startedAt,
      native: unread(payload, read.call),
    }),
    ...detailsOf(own, objectOf(input) ?? {}, given),
  };
}

const ownNames: Readonly<Record<string, string>> = {
  local_shell_call: "local_shell",
  web_search_call: "web_search",
  image_generation_call: "image_generation",
  tool_search_call: "tool_search",
};

/** Older versions put the server into the name. */
function serverIn(name: string): string | undefined {
  return /^mcp__(.{1,200}?)__/.exec(name)?.[1];
}

/** What a tool does, by its name. */
function detailsOf(name: string, input: JsonObject, text: string | undefined): ToolDetails {
  switch (name) {
    case "shell":
    case "container.exec":
    case "local_shell":
    case "shell_command":
    case "exec_command": {
      const command = commandOf(input.command ?? input.cmd);
      const cwd = textOf(input.workdir) ?? textOf(input.working_directory);
      const patch =
        command && /\bapply_patch\b[^\n]{0,200}\n(\*\*\* Begin Patch[\s\S]*)/.exec(command)?.[1];
      if (patch) return present({ kind: "edit", edits: nonEmpty(editsOfPatch(patch)), cwd });
      return present({ kind: "execute", command, cwd });
    }
    case "apply_patch":
      return present({
        kind: "edit",
        edits: nonEmpty(editsOfPatch(stringOf(input.input) ?? text ?? "")),
      });
    case "update_plan":
      return present({
        kind: "plan",
        text: textOf(input.explanation),
        todos: nonEmpty(todosOf(input.plan)),
      });
    case "view_image": {
      const path = textOf(input.path);
      return present({ kind: "read", locations: path ? [{ path }] : undefined });
    }
    case "web_search":
      return input.url === undefined
        ? present({ kind: "search", query: textOf(input.query) ?? textOf(input.pattern) })
        : present({ kind: "fetch", url: textOf(input.url) });
    case "request_user_input":
      return { kind: "question", ...questionsOf(input) };
    case "spawn_agent":
      return present({ kind: "task", task: textOf(input.message), title: textOf(input.task_name) });
    default:
      return { kind: "other" };
  }
}

function questionsOf(input: JsonObject) {
  const questions = objectsOf(input.questions).flatMap(({ question, header, options }) => {
    const text = textOf(question);
    const choices = objectsOf(options).flatMap(({ label, description }) => {
      const name = textOf(label);
      return name ? [present({ label: name, description: textOf(description) })] : [];
    });
    return text ? [present({ text, header: textOf(header), options: nonEmpty(choices) })] : [];
  });
  return present({ questions: nonEmpty(questions) });
}

function todosOf(plan: Json | undefined): Todo[] {
  return objectsOf(plan).flatMap(({ step, status }) => {
    const text = textOf(step);
    return text ? [{ text, status: todoStatus[`${status}`] ?? "pending" }] : [];
  });
}

const todoStatus: Readonly<Record<string, Todo["status"]>> = {
  in_progress: "in-progress",
  completed: "completed",
};

/** The command that a person would type: without the shell that it was given to. */
function commandOf(value: Json | undefined): string | undefined {
  if (typeof value === "string") return value;
  const words = (listOf(value) ?? []).map(String);
  if (words.length === 3 && /^-l?c$/.test(words[1] ?? "")) return words[2];
  return words.length > 0 ? words.join(" ") : undefined;
}

/** Gives a call what came out of it, as the model saw it. What the tool noted is kept where it says more. */
export function addOutput(call: ToolCall, payload: JsonObject, at: string | undefined): void {
  const seen = resultOf(payload);
  const noted = call.result;
  call.result = noted ? joined(seen, noted) : seen;
  if (call.status === "unknown") call.status = call.result.isError ? "failed" : "completed";
  if (at !== undefined) call.completedAt = at;
  if (call.kind !== "task" || call.subagent !== undefined) return;
  const child = textOf(objectOf(parseLine(textIn(seen.content)))?.agent_id);
  if (child !== undefined) call.subagent = child;
}

function joined(seen: ToolResult, noted: ToolResult): ToolResult {
  const text = textIn(noted.content);
  const isSeen = textIn(seen.content).trim() === text.trim() || text.trim() === "";
  const { exitCode = seen.exitCode, output } = noted;
  const native = seen.native || noted.native ? { ...noted.native, ...seen.native } : undefined;
  // The model may have seen less than the tool showed to the user.
  const isApart = !isSeen && (noted.output !== undefined || seen.truncated === true);
  return present({
    ...seen,
    content: isApart ? noted.content : seen.content,
    output: output ?? (isSeen || isApart ? undefined : text),
    truncated: isApart ? undefined : seen.truncated,
    isError: seen.isError || noted.isError,
    exitCode,
    native:
      isApart && textIn(seen.content) !== "" ? { ...native, seen: textIn(seen.content) } : native,
  });
}

/** The result of an output item. */
export function resultOf(payload: JsonObject): ToolResult {
  const { output } = payload;
  const native = unread(payload, read.output);
  const blocks = listOf(output);
  if (blocks) return resultOfBlocks(blocks, native);
  const text =
    stringOf(output) ?? (output === undefined || output === null ? "" : JSON.stringify(output));
  const old = objectOf(parseLine(text));
  const metadata = objectOf(old?.metadata);
  if (old && metadata && typeof old.output === "string") {
    const { exit_code, ...rest } = metadata;
    const code = numberOf(exit_code);
    return present({
      content: textParts(old.output),
      isError: code !== undefined && code !== 0,
      exitCode: code,
      native: Object.keys(rest).length > 0 ? { ...native, ...rest } : native,
    });
  }
  const headed =
    /^((?:(?:Chunk ID|Exit code|Wall time|Process |Original token count|Total output lines)[^\n]{0,200}\n){1,8})Output:\n?/.exec(
      text,
    );
  const code = headed && /(?:Exit code:|exited with code) (-?\d{1,10})/.exec(headed[1] ?? "")?.[1];
  const shown = headed ? text.slice(headed[0].length) : text;
  return present({
    content: textParts(shown),
    isError: code
      ? code !== "0"
      : /^(?:err: |aborted by user|exec_command failed|apply_patch verification failed)/.test(text),
    exitCode: code ? Number(code) : undefined,
    truncated: /^Warning: truncated output/.test(shown) ? true : undefined,
    native: headed ? { ...native, header: (headed[1] ?? "").trimEnd() } : native,
  });
}

/** The first text of a script's output says how it went. */
function resultOfBlocks(blocks: readonly Json[], native: JsonObject | undefined): ToolResult {
  const [first] = blocks;
  const header = textOf(objectOf(first)?.text);
  const isHeader = header !== undefined && /^Script [^\n]{1,100}\nWall time /.test(header);
  return present({
    content: (isHeader ? blocks.slice(1) : blocks).flatMap(outputPart),
    isError: isHeader && !header.startsWith("Script completed"),
    native: isHeader ? { ...native, header: header.trimEnd() } : native,
  });
}

function textParts(text: string): Part[] {
  return text === "" ? [] : [{ type: "text", text }];
}

function textIn(content: readonly Part[]): string {
  return content.flatMap((part) => (part.type === "text" ? part.text : [])).join("\n");
}

function outputPart(block: Json): Part[] {
  const { type, text } = objectOf(block) ?? {};
  if (type === "input_text" || type === "output_text" || type === "text")
    return textParts(stringOf(text) ?? "");
  if (type === "input_image") return [imagePart(objectOf(block) ?? {}, "tool")];
  if (type === "image") return [dataPart(objectOf(block) ?? {})];
  return [unknownBlock(block)];
}

function dataPart(block: JsonObject): FilePart {
  return present({
    type: "file",
    mediaType: textOf(block.mimeType),
    data: textOf(block.data),
    missing: textOf(block.data) ? undefined : "not stored",
    from: "tool",
  });
}

/** An image by its address or the data in it. */
export function imagePart(block: JsonObject, from: FilePart["from"], path?: string): FilePart {
  const address = textOf(block.image_url) ?? textOf(objectOf(block.image_url)?.url);
  const data = /^data:([\w.+-]{1,100}\/[\w.+-]{1,100});base64,/.exec(address ?? "");
  return present({
    type: "file",
    mediaType: data?.[1],
    path,
    data: data ? address?.slice(data[0].length) : undefined,
    url: data ? undefined : address,
    missing: address === undefined ? "not stored" : undefined,
    from,
    native: unread(block, imageFields),
  });
}

const imageFields: ReadonlySet<string> = new Set(["type", "image_url"]);

/** Gives a call what the tool itself noted about it: command, changes, the whole output. */
export function addItem(call: ToolCall, item: JsonObject): void {
  const details = itemDetails(item);
  if (details && (call.kind === details.kind || call.kind === "other"))
    Object.assign(call, details);
  if (call.cwd === undefined && item.cwd !== undefined)
    Object.assign(call, present({ cwd: pathOf(item.cwd) }));
  const status = itemStatus[`${item.status}`];
  if (status) call.status = status;
  else if (item.success === false) call.status = "failed";
  if (item.server !== undefined) Object.assign(call, present({ server: textOf(item.server) }));
  const native = unread(item, read.item);
  if (native) call.native = { ...call.native, item: native };
  const result = itemResult(item);
  if (result) call.result = result;
}

const itemStatus: Readonly<Record<string, ToolCall["status"]>> = {
  completed: "completed",
  failed: "failed",
  declined: "rejected",
};

/** A call that only a note of the tool tells of: a script made it. */
export function callOfItem(item: JsonObject, id: string, startedAt: string | undefined): ToolCall {
  const name = textOf(item.tool) ?? itemNames[`${item.type}`] ?? `${item.type}`;
  const base = defined({
    type: "tool-call" as const,
    id,
    name,
    input: item.arguments,
    status: "unknown" as const,
    startedAt,
  });
  const call: ToolCall = { ...base, ...(itemDetails(item) ?? { kind: "other" }) };
  addItem(call, item);
  return call;
}

const itemNames: Readonly<Record<string, string>> = {
  CommandExecution: "exec_command",
  FileChange: "apply_patch",
  ImageView: "view_image",
  WebSearch: "web_search",
  exec_command_end: "shell",
  patch_apply_end: "apply_patch",
  web_search_end: "web_search",
};

function itemDetails(item: JsonObject): ToolDetails | undefined {
  const changes = objectOf(item.changes);
  if (changes) return present({ kind: "edit", edits: nonEmpty(changedFiles(changes)) });
  if (item.command !== undefined)
    return present({ kind: "execute", command: commandOf(item.command) });
  const path = item.type === "ImageView" ? pathOf(item.path) : undefined;
  if (path) return { kind: "read", locations: [{ path }] };
  if (textOf(item.query) !== undefined)
    return present({ kind: "search", query: textOf(item.query) });
  return undefined;
}

function itemResult(item: JsonObject): ToolResult | undefined {
  const exitCode = numberOf(item.exit_code);
  const result = objectOf(item.result);
  const isError =
    (exitCode !== undefined && exitCode !== 0) ||
    item.status === "failed" ||
    item.success === false;
  if (result) {
    const inner = objectOf(result.Ok) ?? result;
    const content = (listOf(inner.content) ?? []).flatMap(outputPart);
    const failure = textOf(result.Err);
    return present({
      content: failure ? textParts(failure) : content,
      output: inner.structuredContent ?? inner.structured_content ?? undefined,
      isError:
        isError || inner.isError === true || inner.is_error === true || failure !== undefined,
    });
  }
  const texts = [item.aggregated_output ?? item.stdout, item.stderr].flatMap(
    (text) => textOf(text) ?? [],
  );
  if (texts.length === 0 && exitCode === undefined) return undefined;
  return present({ content: texts.flatMap(textParts), isError, exitCode });
}

/** A path, also one that is written as an address. */
export function pathOf(value: Json | undefined): string | undefined {
  const text = textOf(value);
  if (!text?.startsWith("file://")) return text;
  return attempt(() => fileURLToPath(text)) ?? text;
}
