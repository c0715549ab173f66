import {
  type FileEdit,
  type Part,
  present,
  type ToolCall,
  type ToolResult,
} from "@chatexport/core";
import { objectOf, parseJson, unifiedHunks } from "@chatexport/core/read";
import { addNative, type Fields } from "@chatexport/core/source";
import { fieldsOf } from "./fields.js";

/** Ends a call with its result, and with what the tool tells of it beside what the model sees. */
export function endCall(call: ToolCall, data: Fields, cwd: string | undefined): void {
  const metadata = data.made((text) => objectOf(parseJson(text)), "metadata");
  const told = metadata && fieldsOf(metadata, data.unknown);
  const folder = told?.text("working_directory");
  const result = resultOf(data, folder);
  const text = result.content.map((part) => (part.type === "text" ? part.text : "")).join("\n");
  Object.assign(
    call,
    present<Partial<ToolCall>>({
      cwd: folder === cwd ? undefined : folder,
      startedAt: told?.time("start_time"),
      completedAt: told?.time("end_time"),
      result,
    }),
  );
  call.status = result.isError ? (refusals.get(text) ?? "failed") : "completed";
  if (call.status === "rejected") call.rejectedBy = "user";
  data.fitting("name", (name) => name === "" || name === call.name);
  if (!told) return;
  const shown = withoutNumbers(text);
  for (const name of ["output", "content"])
    told.fitting(name, (said) => typeof said === "string" && shown.includes(said.trim()));
  const given = objectOf(call.input);
  told.fitting("file_path", (path) => path === given?.file_path);
  told.fitting("description", (line) => line === given?.description);
  told.fitting("todos", (list) => JSON.stringify(list) === JSON.stringify(given?.todos));
  if (call.kind === "edit" && call.edits) call.edits = editsTold(call.edits, told);
  addNative(call, told.rest());
}

/** The result as the model sees it. */
export function resultOf(data: Fields, folder?: string): ToolResult {
  const stored = data.string("content") ?? "";
  // It ends with the folder, which is the call's.
  const footer = `\n\n<cwd>${folder}</cwd>`;
  const text = bare(stored.endsWith(footer) ? stored.slice(0, -footer.length) : stored);
  const code = /(?:^|\n)Exit code (-?\d{1,10})$/.exec(text)?.[1];
  const [media, mediaType] = [data.text("data"), data.text("mime_type")];
  const file = media && present<Part>({ type: "file", mediaType, data: media, from: "tool" });
  const isError = data.flag("is_error") === true || (code ?? "0") !== "0";
  return present<ToolResult>({
    content: [...textParts(text), ...(file ? [file] : [])],
    isError,
    exitCode: code === undefined ? undefined : Number(code),
  });
}

/** A text without the tag around it, and without the numbers before the lines of a file: the path is the call's. */
function bare(stored: string): string {
  const [, tag, inner = "", rest = ""] =
    /^<(file|result)>\n([\s\S]*?)\n?<\/\1>\n?([\s\S]*)$/.exec(stored) ?? [];
  if (tag === undefined || inner.includes(`<${tag}>`)) return stored;
  return `${tag === "file" ? withoutNumbers(inner) : inner}${rest && `\n${rest}`}`;
}

/** A text as parts, none where it is empty. */
function textParts(text: string): Part[] {
  return text === "" ? [] : [{ type: "text", text }];
}

/** Words of the tool in place of a result, in 0.1 to 0.90.0. */
const refusals: ReadonlyMap<string, ToolCall["status"]> = new Map([
  ["Permission denied", "rejected"],
  ["User denied permission", "rejected"],
  ["Tool execution canceled by user", "cancelled"],
  ["Error: user cancelled assistant tool calling", "cancelled"],
]);

/** The lines of a file without the numbers that the model sees before them. */
function withoutNumbers(text: string): string {
  return text.replace(/^ {0,9}\d{1,9}\|/gm, "");
}

/** The change as the tool tells it: the whole file before and after, or a diff. Else it is what the model asked for. */
function editsTold(asked: FileEdit[], told: Fields): FileEdit[] {
  const [first] = asked;
  const hunks = told.made(unifiedHunks, "diff");
  const before = told.string("old_content");
  const after = told.string("new_content");
  if (!first || (!hunks && after === undefined)) return asked;
  // A file is new where there was nothing before.
  const isNew = hunks ? hunks[0]?.oldStart === 0 : before === undefined;
  const { path } = first;
  const kind = isNew ? "create" : "update";
  return [present<FileEdit>({ path, kind, hunks, before, after: after ?? wholeOf(asked) })];
}

/** The whole content of a file that is written. */
function wholeOf([first]: FileEdit[]): string | undefined {
  return first?.kind === "create" ? first.after : undefined;
}
