import type {
  Branch,
  FileEdit,
  FilePart,
  Json,
  Message,
  Part,
  Session,
  ToolCall,
  ToolResult,
} from "@chatexport/core";
import type { Excerpt } from "./excerpt.js";

/** Whose words something is; what a tool printed or was given is its own. */
export type Role = "user" | "assistant" | "system" | "tool";

/** The place of a part in its session, without what it says. */
export interface PartLabel {
  /** Whose words it is, the system's where the tool itself wrote it; absent for a title. */
  role?: Role;
  in: "title" | Part["type"];
  /** Absent for what belongs to the session as a whole. */
  message?: Pick<Message, "id" | "createdAt" | "copiedFrom">;
  call?: Pick<ToolCall, "kind" | "name">;
  /** Paths of the files that it read, changed or is, as written there; absent for none. */
  files?: string[];
  /** The line that it is on, unless that is the active one. */
  branch?: Pick<Branch, "id">;
  /** The sub-agent that it is of. */
  subagent?: Pick<Session, "id">;
}

/** Tells if a part read or changed a file, or is one: its path is given whole, or from any folder on. */
export function isOfFile({ files = [] }: PartLabel, path: string): boolean {
  const wanted = withSlashes(path).replace(/^(?:\.\/)+/, "");
  return files.map(withSlashes).some((file) => file === wanted || file.endsWith(`/${wanted}`));
}

function withSlashes(path: string): string {
  return path.replaceAll("\\", "/");
}

/** A part of a session with all texts in it: a title, a prompt, a tool call with its result. */
export interface SessionPart extends PartLabel {
  /** The same line may be in several of them. */
  texts: string[];
  message?: Message;
  call?: ToolCall;
  branch?: Branch;
  subagent?: Session;
}

/** A part in which something was found, with the lines that have it. */
export interface FoundPart {
  part: PartLabel;
  /** The number of these lines, which may take less time than to make them. */
  readonly count: number;
  /** A line that several texts of the part have is here as often as the first of them has it. */
  readonly lines: readonly Excerpt[];
}

/** Tells if a part is a title, or what a person or a model said. */
export function isSaid({ in: place, role }: PartLabel): boolean {
  return place === "title" || (place === "text" && (role === "user" || role === "assistant"));
}

/**
 * Everything in a session that can be searched, sub-agents included. It depends on the shape of the
 * session alone, so that a part of the masked session has the same position.
 */
export function* partsOf(session: Session, subagent?: Session): Generator<SessionPart> {
  const owner = subagent ? { subagent } : {};
  // A title that was made from the first prompt is found there.
  if (session.title !== undefined && session.titleFrom !== "first-message")
    yield { in: "title", texts: [session.title], ...owner };
  const isAgent = subagent !== undefined || session.parent?.relation === "subagent";
  for (const message of session.messages)
    for (const part of messageParts(message, isAgent)) yield { ...part, ...owner };
  for (const branch of session.branches ?? [])
    for (const message of branch.messages)
      for (const part of messageParts(message, isAgent)) yield { ...part, branch, ...owner };
  for (const file of session.attachments ?? [])
    yield { role: "tool", in: "file", texts: fileTexts(file), ...owner };
  for (const each of session.subagents ?? []) yield* partsOf(each, each);
}

function* messageParts(message: Message, isAgent: boolean): Generator<SessionPart> {
  // No person talks to a sub-agent: its prompts are words of the agent that started it.
  const role = isAgent && message.role === "user" ? "assistant" : message.role;
  for (const part of message.parts) {
    const call = part.type === "tool-call" ? { call: part } : {};
    const files = filesOf(part);
    const touched = files.length > 0 ? { files } : {};
    const label = { role: roleOf(part, role), in: part.type, message, ...call, ...touched };
    yield { ...label, texts: textsOf(part) };
    const reminders = remindersOf(part);
    if (reminders.length > 0) yield { role: "system", in: "text", texts: reminders, message };
  }
}

function roleOf(part: Part, role: Role): Role {
  switch (part.type) {
    case "tool-call":
    case "tool-result":
      return "tool";
    case "compaction":
    case "notice":
    case "unknown":
      return "system";
    case "text":
      return part.synthetic === undefined ? role : "system";
    default:
      return role;
  }
}

/** The files that a part read, changed or is; where a search looked is none of them. */
function filesOf(part: Part): string[] {
  switch (part.type) {
    case "file":
      return given(part.path);
    case "edit":
      return part.edits.flatMap(editedFiles);
    case "tool-call":
      if (part.kind === "read") return (part.locations ?? []).map(({ path }) => path);
      return "edits" in part ? (part.edits ?? []).flatMap(editedFiles) : [];
    default:
      return [];
  }
}

function editedFiles({ path, newPath }: FileEdit): string[] {
  return given(path, newPath);
}

/** The texts that people look for, as many in all parts of a shape: no ids, and no base64. */
function textsOf(part: Part): string[] {
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

/** The tool's additions to the result of a call. */
function remindersOf(part: Part): string[] {
  if (part.type !== "tool-call" && part.type !== "tool-result") return [];
  return (part.result?.content ?? []).filter(isReminder).flatMap(textsOf);
}

/** Of a file also its names, because people search for where it was mentioned. */
function fileTexts({ name, path, url, text }: FilePart): string[] {
  return given(path ?? name, url, text).map(readable);
}

function callTexts(call: ToolCall): string[] {
  const { title, input, rawInput } = call;
  return [...given(title, rawInput), ...jsonTexts(input), ...ownTexts(call)];
}

/** The texts that most calls have in their input as well. */
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

/** Lines of a diff come without the sign before them, so that each is found once. */
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

/** Nothing for what is long and only base64, as images are: a word could be there by chance. */
function readable(text: string): string {
  if (text.length < 1000) return text;
  return /^(?:data:|[A-Za-z0-9+/]*={0,2}$)/.test(text) ? "" : text;
}

function given(...texts: (string | undefined)[]): string[] {
  return texts.filter((text) => text !== undefined);
}
