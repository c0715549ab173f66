import type { FileEdit, FilePart, Json, Part, ToolCall, ToolResult } from "@chatexport/core";

/**
 * The texts in a part that a person may look for: no ids, and no content in base64. How many there are
 * depends on the shape of the part alone.
 */
export function textsOf(part: Part): string[] {
  switch (part.type) {
    case "text":
    case "notice":
      return [part.text];
    case "reasoning":
      return given(part.text);
    case "compaction":
      return given(part.summary);
    case "file":
      return fileTexts(part);
    case "edit":
      return part.edits.flatMap(editTexts);
    case "unknown":
      return jsonTexts(part.native);
    case "tool-call":
      return [...callTexts(part), ...resultTexts(part.result)];
    case "tool-result":
      return resultTexts(part.result);
  }
}

/** What the tool added to the result of a call. */
export function remindersOf(part: Part): string[] {
  if (part.type !== "tool-call" && part.type !== "tool-result") return [];
  return (part.result?.content ?? []).filter(isReminder).flatMap(textsOf);
}

/** Of a file its names, too, for people look for where it was mentioned. */
export function fileTexts({ name, path, url, text }: FilePart): string[] {
  return given(path ?? name, url, text).map(readable);
}

function callTexts(call: ToolCall): string[] {
  const { title, input, rawInput } = call;
  return [...given(title, rawInput), ...jsonTexts(input), ...ownTexts(call)];
}

/** What most calls have in their input as well. */
function ownTexts(call: ToolCall): string[] {
  switch (call.kind) {
    case "execute":
      return given(call.command);
    case "edit":
    case "delete":
    case "move":
      return (call.edits ?? []).flatMap(editTexts);
    case "read":
      return (call.locations ?? []).map(({ path }) => path);
    case "search":
      return [...given(call.query), ...(call.locations ?? []).map(({ path }) => path)];
    case "fetch":
      return given(call.url, call.query);
    case "plan":
      return [...given(call.text), ...(call.todos ?? []).map(({ text }) => text)];
    case "question":
      return (call.questions ?? []).flatMap(({ text, options = [], answers = [] }) => [
        text,
        ...options.flatMap(({ label, description }) => given(label, description)),
        ...answers,
      ]);
    case "task":
      return given(call.task);
    default:
      return [];
  }
}

function resultTexts(result: ToolResult | undefined): string[] {
  if (!result) return [];
  const content = result.content.filter((part) => !isReminder(part));
  return [...content.flatMap(textsOf), ...jsonTexts(result.output)];
}

function isReminder(part: Part): boolean {
  return part.type === "text" && part.synthetic !== undefined;
}

/** Lines of a diff stand without the sign before them, so that each is found once. */
function editTexts({ path, newPath, before, after, hunks = [] }: FileEdit): string[] {
  const lines = hunks.map((hunk) => hunk.lines.map((line) => line.slice(1)).join("\n"));
  return [...given(path, newPath, before, after), ...lines];
}

/** All strings in a value, without the names of fields. */
function jsonTexts(value: Json | undefined): string[] {
  if (typeof value === "string") return [readable(value)];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(jsonTexts);
}

/** Nothing for what is long and only base64, as images are: a word could stand there by chance. */
function readable(text: string): string {
  if (text.length < 1000) return text;
  return /^(?:data:|[A-Za-z0-9+/]*={0,2}$)/.test(text) ? "" : text;
}

function given(...texts: (string | undefined)[]): string[] {
  return texts.filter((text) => text !== undefined);
}
