import {
  defined,
  type FileEdit,
  type Json,
  type JsonObject,
  type Part,
  present,
  type ToolCall,
  type ToolResult,
} from "@chatexport/core";
import { objectOf, parseJson, stringOf, unifiedHunks, unknownBlock } from "@chatexport/core/read";
import type { Fields } from "@chatexport/core/source";
import { detailsOf } from "../tool-details.js";
import type { Assets } from "./attachments.js";

/** A call as a response asks for it, or as the tool notes its start. */
export function callOf(request: Fields, id: string, startedAt?: string): ToolCall {
  const name = request.text("name", "toolName") ?? "unknown";
  const given = request.json("arguments");
  const summary = request.text("intentionSummary");
  // Transcripts and the oldest sessions have them as JSON in a text, custom tools a text of their own.
  const input = objectOf(parseJson(given) ?? given);
  const rawInput = input ? undefined : stringOf(given);
  const { title, ...details } = detailsOf(name, input, rawInput);
  return {
    ...details,
    ...defined({
      type: "tool-call" as const,
      id,
      name,
      title: title ?? (details.kind === "other" ? summary : undefined),
      server: request.text("mcpServerName"),
      input: input ?? (rawInput === undefined ? given : undefined),
      rawInput,
      status: "pending" as const,
      startedAt,
    }),
  };
}

/** Takes what a record repeats of a call that another one has named. */
export function takeRepeated(fields: Fields, call: ToolCall): void {
  const given = JSON.stringify(call.input ?? call.rawInput);
  const isSame = (value: Json) =>
    JSON.stringify(value) === given ||
    (typeof value === "string" && JSON.stringify(parseJson(value)) === given);
  fields.fitting("arguments", isSame);
  fields.word([call.name], "name");
  fields.word([call.name], "toolName");
  fields.word([call.title ?? ""], "intentionSummary");
  fields.word([call.server ?? ""], "mcpServerName");
}

/** Adds what the note of a start says beyond the request. */
export function addStart(call: ToolCall, data: Fields, startedAt: string | undefined): void {
  Object.assign(call, defined({ startedAt, server: call.server ?? data.text("mcpServerName") }));
}

/** Adds how a call ended. */
export function addEnd(
  call: ToolCall,
  data: Fields,
  completedAt: string | undefined,
  assets: Assets,
): void {
  const { result, code } = outcomeOf(data, call, assets);
  if (repeatsThought(result, call)) result.content = [];
  const isRefused = /^(?:denied|rejected|permission)/i.test(code ?? "");
  const status = result.isError ? (isRefused ? "rejected" : "failed") : "completed";
  // A permission that was refused before says more.
  if (call.status !== "rejected") call.status = status;
  Object.assign(call, defined({ completedAt }), { result });
}

/** The tool to think with returns what it was given. */
function repeatsThought({ content }: ToolResult, { kind, input }: ToolCall): boolean {
  const [first] = content;
  return kind === "think" && first?.type === "text" && first.text === objectOf(input)?.thought;
}

/** The result of a call, as the model saw it, and the code of its error. */
export function outcomeOf(
  data: Fields,
  call: ToolCall | undefined,
  assets: Assets,
): { result: ToolResult; code?: string | undefined } {
  const result = data.object("result");
  const error = data.object("error");
  const code = error?.text("code");
  const message = error?.text("message") ?? data.string("error");
  const stored = result?.string("content") ?? message ?? "";
  const ownCode = data.object("shellExecution")?.number("exitCode");
  const { text, footer, exitCode = ownCode } = withoutFooter(stored);
  const cut = savedOutput.exec(text);
  const seen = cut ? text.slice(cut[0].length) : text;
  const detailed = result?.text("detailedContent");
  const file = fileOfDiff(detailed ?? "");
  const shown =
    call?.kind === "read" ? (fileOfDiff(seen) ?? withoutNumbers(seen, file) ?? seen) : seen;
  const isDiff = call?.kind === "edit" && addHunks(call.edits ?? [], detailed);
  const isTold =
    detailed === undefined ||
    isDiff ||
    detailed === stored ||
    (file !== undefined && isSameText(file, shown)) ||
    isInside(detailed, stored, call);
  const content: Part[] = [
    ...(shown === "" ? [] : [{ type: "text" as const, text: shown }]),
    ...(result?.objects("contents") ?? []).flatMap((block) => blockParts(block, stored)),
    ...(result?.objects("binaryResultsForLlm") ?? []).map((file) => assets.file(file, "tool")),
  ];
  const output = result?.json("structuredContent");
  const native: JsonObject = {
    ...result?.rest(),
    ...(footer && { footer }),
    ...(cut && { header: cut[0].trimEnd() }),
    ...(!isTold && detailed !== undefined && { detailedContent: detailed }),
    ...(message !== undefined && message !== stored && { message }),
    ...(code !== undefined && { code }),
    ...error?.rest(),
  };
  return {
    code,
    result: present<ToolResult>({
      content,
      output,
      // A command that fails is a success of the tool.
      isError: data.flag("success") === false || error !== undefined || (exitCode ?? 0) !== 0,
      exitCode,
      truncated: cut ? true : undefined,
      fullOutputPath: cut?.[1],
      native: Object.keys(native).length > 0 ? native : undefined,
    }),
  };
}

/** The note before the beginning of an output that is too long for the model. */
const savedOutput =
  /^Output too large[^\n]{0,80}Saved to: ([^\n]{1,1000})\n(?:[^\n]{0,500}\n){0,4}Preview \([^\n]{1,60}\):\n/;

/** True when what the tool showed is the arguments and what the model saw, as it is with SQL. */
function isInside(detailed: string, stored: string, call: ToolCall | undefined): boolean {
  const rest = stored === "" ? detailed : detailed.replace(stored, "");
  const query = stringOf(objectOf(call?.input)?.query) ?? "";
  return rest.replace(query, "").replace(/^SQL:|Result:|\s/g, "") === "";
}

/** The output of a command without the line that the tool adds: "<shellId: 0 completed with exit code 0>". */
function withoutFooter(text: string): { text: string; footer?: string; exitCode?: number } {
  const start = text.lastIndexOf("<");
  const footer = start === -1 ? "" : text.slice(start);
  const code =
    /^<(?:shellId: [^<>\n]{1,60} )?(?:completed|exited) with exit code (-?\d{1,10})>\s{0,4}$/.exec(
      footer,
    )?.[1];
  if (code === undefined) return { text };
  return {
    text: text.slice(0, start).replace(/\n$/, ""),
    footer: footer.trimEnd(),
    exitCode: Number(code),
  };
}

/** The text of a file that the tool shows as a diff in which nothing changes. */
function fileOfDiff(text: string): string | undefined {
  const lines = text.split("\n");
  const start = lines.findIndex((line) => line.startsWith("@@ "));
  const isDiff = lines.slice(0, 2).some((line) => line.startsWith("diff --git "));
  if (start === -1 || !isDiff) return undefined;
  const shown = lines.slice(start + 1);
  // Nothing is behind the head of an empty file or folder.
  while (shown.at(-1) === "") shown.pop();
  return shown.every((line) => line.startsWith(" ") || line.startsWith("\\ "))
    ? shown.flatMap((line) => (line.startsWith(" ") ? line.slice(1) : [])).join("\n")
    : undefined;
}

/** The text of a file whose lines the tool has numbered for the model: "12. beans". */
function withoutNumbers(text: string, file: string | undefined): string | undefined {
  const plain = text.replace(/^\d{1,9}\. /gm, "");
  return file !== undefined && isSameText(file, plain) ? plain : undefined;
}

/** True when two texts are the same but for the ends of their lines and of themselves. */
function isSameText(one: string, other: string): boolean {
  return one.replaceAll("\r\n", "\n").trim() === other.replaceAll("\r\n", "\n").trim();
}

/** A block of a result; the whole text has its texts, too. */
function blockParts(block: Fields, stored: string): Part[] {
  const type = block.text("type");
  const text = block.string("text");
  if (text !== undefined) {
    const native = block.rest();
    return native === undefined && stored.includes(text)
      ? []
      : [present({ type: "text", text, native })];
  }
  // The command's exit code, which the end of the call has.
  if (type === "shell_exit") return [];
  const data = block.text("data");
  if (data === undefined) return [unknownBlock(block.all())];
  const mediaType = block.text("mimeType");
  return [present({ type: "file", mediaType, data, from: "tool", native: block.rest() })];
}

/**
 * Adds the tool's view of the edits of a call: a diff with a part for each file, which holds all of
 * a deleted file. Returns whether there is one.
 */
function addHunks(edits: readonly FileEdit[], shown: string | undefined): boolean {
  const parts = (shown ?? "")
    .split("\ndiff --git ")
    .map((part) => ({
      head: part.slice(0, part.indexOf("\n")),
      hunks: unifiedHunks(part.trimEnd()),
    }))
    .filter(({ hunks }) => hunks);
  for (const edit of edits) {
    // That of a new file says what it says already.
    if (edit.kind === "create") continue;
    const own =
      edits.length === 1 ? parts[0] : parts.find(({ head }) => head.includes(`/${edit.path} `));
    if (own?.hunks) edit.hunks = own.hunks;
  }
  return parts.length > 0;
}
