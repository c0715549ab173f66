import type {
  EditCall,
  ExecuteCall,
  FetchCall,
  FileEdit,
  Message,
  Part,
  PlanCall,
  Question,
  QuestionCall,
  ReadCall,
  SearchCall,
  Session,
  TaskCall,
  Todo,
  ToolCall,
  ToolKind,
  ToolResult,
} from "@chatexport/core";
import { body, checklist, code, label, paragraph, remark, strong, text } from "../builders.js";
import { cutCode } from "../cut.js";
import { kindWords } from "../kind-words.js";
import type { Content, DocumentNode, Words } from "../nodes.js";
import type { Scope } from "../scope.js";
import { subagentBlocks } from "../subagents.js";
import { count, firstLine, isShort, lineBreaks } from "../text.js";
import { editView } from "./edits.js";
import { locationsLine } from "./paths.js";

/** The look of a result: output of a command, prose of a model, lines of files. */
export type ResultStyle = "code" | "prose" | "excerpt";

/** The looks of a tool call. */
export interface ToolView {
  /** The verb of the call: "Run", "Read". */
  lead: string;
  /** The subject of the call, in one line of code. */
  code?: string | undefined;
  /** The subject of the call, in words. */
  words?: string | undefined;
  /** The outcome besides the status, in one line. */
  outcome?: string | undefined;
  /** The blocks behind the line of the call: the fields of its kind. */
  blocks: Iterable<DocumentNode>;
  /** Content that is part of the conversation and not folded. */
  open?: Iterable<Content>;
  /** Texts of which the blocks show every line, to be taken once. */
  shown: Iterable<string>;
  /** The style of the result; a redundant one says nothing that the blocks do not show. */
  result: ResultStyle | "redundant";
}

type CallOf<K extends ToolKind> = { [P in K]: ToolCall & { kind: P } }[K];
type Views = { [K in ToolKind]: (call: CallOf<K>, scope: Scope) => ToolView | undefined };

const views: Views = {
  execute,
  edit,
  delete: edit,
  move: edit,
  read,
  search,
  fetch,
  plan,
  question,
  task,
  think: () => undefined,
  other: () => undefined,
};

/** The view of a call, which its kind decides; undefined when only its arguments are known. */
export function viewOf<K extends ToolKind>(call: CallOf<K>, scope: Scope): ToolView | undefined {
  return views[call.kind](call, scope);
}

/** A command and its output. */
function execute({ command, title }: ExecuteCall, scope: Scope): ToolView | undefined {
  if (command === undefined) return undefined;
  const isSaidByLine = isShort(command);
  return {
    lead: kindWords.execute,
    ...(title && !isSaidByLine ? { words: firstLine(title) } : { code: firstLine(command) }),
    // In full detail, every command stands on lines of its own.
    blocks: isSaidByLine && scope.detail !== "full" ? [] : cutCode(command, scope, "output", "sh"),
    shown: [command],
    result: "code",
  };
}

/** Changes of files as diffs. */
function edit({ edits, status }: EditCall, scope: Scope): ToolView | undefined {
  if (!edits) return undefined;
  const view = editView(edits, scope);
  return {
    lead: editLead(edits),
    ...view,
    outcome: status === "completed" || status === "unknown" ? view.outcome : undefined,
    shown: textsOf(edits),
    result: "redundant",
  };
}

function editLead(edits: readonly FileEdit[]): string {
  const [kind, ...others] = new Set(edits.map((edit) => edit.kind));
  if (kind === undefined || others.length > 0) return kindWords.edit;
  return kind === "create" ? "Write" : kindWords[kind === "update" ? "edit" : kind];
}

function* textsOf(edits: readonly FileEdit[]): Generator<string> {
  for (const { path, newPath = "", hunks = [], before = "", after = "" } of edits) {
    yield* [path, newPath, before, after];
    for (const { lines } of hunks) for (const line of lines) yield line.slice(1);
  }
}

/** Files that were read. */
function read({ locations, title, result }: ReadCall, scope: Scope): ToolView | undefined {
  if (!locations && title === undefined) return undefined;
  return {
    lead: kindWords.read,
    code: locations && locationsLine(locations, scope),
    words: locations ? undefined : title,
    outcome: resultSize(result),
    blocks: [],
    shown: (locations ?? []).map(({ path }) => path),
    result: "excerpt",
  };
}

/** A search: the query, the locations, the number of lines found. */
function search(call: SearchCall, scope: Scope): ToolView | undefined {
  const { query, locations, result } = call;
  if (query === undefined && !locations) return undefined;
  const where = locations && locationsLine(locations, scope);
  const isElsewhere = query !== undefined && where !== undefined && where !== ".";
  const outcome = [isElsewhere ? `in ${where}` : undefined, resultSize(result)];
  return {
    lead: kindWords.search,
    code: query === undefined ? where : firstLine(query),
    outcome: outcome.filter((fact) => fact !== undefined).join(", ") || undefined,
    blocks: [],
    shown: [query ?? "", ...(locations ?? []).map(({ path }) => path)],
    result: "excerpt",
  };
}

/** The number of lines of text in a result: "12 lines". */
function resultSize(result: ToolResult | undefined): string | undefined {
  if (!result || result.isError) return undefined;
  const texts = contentOf(result).flatMap((part) =>
    part.type === "text" && !part.synthetic ? [part.text.trimEnd()] : [],
  );
  if (texts.length === 1 && nothingFound.test(texts[0] ?? "")) return "nothing found";
  const lines = texts.reduce((sum, text) => sum + lineBreaks(text) + 1, 0);
  return lines > 0 ? count(lines, "line") : undefined;
}

/** The words of tools in place of an empty list: "No files found". */
const nothingFound = /^no (?:files|matches|results)(?: were)? found\.?$/i;

/**
 * The content that came back: of an output that the tool put into a file, the file instead of the
 * preview.
 */
export function contentOf({ content, truncated, fullOutputPath }: ToolResult): readonly Part[] {
  if (!truncated || fullOutputPath === undefined) return content;
  const file = content.find((part) => part.type === "file");
  if (file?.text === undefined || file.path !== fullOutputPath) return content;
  const isPreview = (part: Part): boolean => part.type === "text" && !part.synthetic;
  const others = content.filter((part) => part !== file && !isPreview(part));
  return [{ type: "text", text: file.text }, ...others];
}

/** A page or a query of the web, and the answer. */
function fetch({ url, query }: FetchCall): ToolView | undefined {
  if (url === undefined && query === undefined) return undefined;
  const isAsked = query !== undefined && (url !== undefined || !isShort(query));
  return {
    lead: url === undefined ? "Search the web" : kindWords.fetch,
    code: url,
    words: url === undefined && query !== undefined ? firstLine(query) : undefined,
    blocks: isAsked ? [code(query)] : [],
    shown: [url ?? "", query ?? ""],
    result: "prose",
  };
}

/** A todo list, in which the line says how far it is; or a plan, for everybody to read. */
function plan({ todos = [], text: prose }: PlanCall): ToolView | undefined {
  if (todos.length === 0 && prose === undefined) return undefined;
  const shown = [prose ?? "", ...todos.map((todo) => todo.text)];
  if (prose === undefined)
    return {
      lead: kindWords.plan,
      outcome: progressOf(todos),
      blocks: [todoList(todos)],
      shown,
      result: "redundant",
    };
  const children = [body(prose), ...(todos.length > 0 ? [todoList(todos)] : [])];
  const open: Content[] = [{ type: "card", title: "Plan", children }];
  return { lead: "Plan", blocks: [], open, shown, result: "redundant" };
}

/** "2 of 7 · now: Write README" */
function progressOf(todos: readonly Todo[]): string {
  const done = todos.filter(({ status }) => status === "completed").length;
  const now = todos.find(({ status }) => status === "in-progress");
  return `${done} of ${todos.length}${now ? ` · now: ${firstLine(now.text)}` : ""}`;
}

function todoList(todos: readonly Todo[]): Content {
  return checklist(
    todos.map((todo) => ({ isChecked: todo.status === "completed", words: wordsOf(todo) })),
  );
}

function wordsOf(todo: Todo): Words {
  switch (todo.status) {
    case "pending":
    case "completed":
      return [text(todo.text)];
    case "in-progress":
      return [strong(todo.text), text(" (in progress)")];
    case "cancelled":
      return [text(`${todo.text} (cancelled)`)];
    default:
      return todo.status satisfies never;
  }
}

/** Questions to the user with their options, what was chosen, and what was answered. */
function question({ questions }: QuestionCall): ToolView | undefined {
  if (!questions) return undefined;
  return {
    lead: kindWords.question,
    blocks: [],
    open: questions.flatMap(questionBlocks),
    shown: questions.flatMap(({ header, text, options, answers }) => [
      header ?? "",
      text,
      ...(options ?? []).flatMap(({ label, description }) => [label, description ?? ""]),
      ...(answers ?? []),
    ]),
    result: questions.some(({ answers }) => answers) ? "redundant" : "prose",
  };
}

function questionBlocks({ header, text: asked, options = [], answers = [] }: Question): Content[] {
  const blocks: Content[] = [label("Question", header), paragraph(text(asked))];
  const chosen = new Set(answers);
  const offered = new Set(options.map(({ label }) => label));
  if (options.length > 0)
    blocks.push(
      checklist(
        options.map(({ label, description }) => ({
          isChecked: chosen.has(label),
          words: [strong(label), ...(description ? [text(` — ${description}`)] : [])],
        })),
      ),
    );
  const written = answers.filter((answer) => !offered.has(answer));
  for (const answer of written) blocks.push(paragraph(strong("Answer:"), text(` ${answer}`)));
  return blocks;
}

/** Work handed to a sub-agent: what it was told, its whole conversation, what it reported. */
function task(call: TaskCall, scope: Scope): ToolView | undefined {
  const { task: told, subagent: id, title, result } = call;
  const subagent = id === undefined ? undefined : scope.subagents.get(id);
  if (told === undefined && !subagent) return undefined;
  return {
    lead: kindWords.task,
    words: firstLine(title ?? told ?? subagent?.title ?? ""),
    blocks: taskBlocks(told, subagent, scope),
    shown: [told ?? ""],
    result: subagent && isReported(result, subagent) ? "redundant" : "prose",
  };
}

function* taskBlocks(
  told: string | undefined,
  subagent: Session | undefined,
  scope: Scope,
): Generator<DocumentNode> {
  if (told !== undefined && !isPrompted(told.trim(), subagent)) {
    yield label("Task");
    yield body(told);
  }
  if (!subagent) return;
  if (scope.shown.has(subagent)) yield remark(text("Done by the same sub-agent as above"));
  else yield* subagentBlocks(subagent, scope);
}

/** True when a prompt of a sub-agent repeats its task: the first one, behind what the tool tells it. */
function isPrompted(task: string, subagent: Session | undefined): boolean {
  const isPrompt = ({ role, synthetic, copiedFrom }: Message) =>
    role === "user" && !synthetic && !copiedFrom;
  return textOf(subagent?.messages.find(isPrompt)).includes(task);
}

/** True when the result repeats the last that the sub-agent said. */
function isReported(result: ToolResult | undefined, subagent: Session): boolean {
  const said = textOf(subagent.messages.findLast(({ role }) => role === "assistant")).trim();
  return (
    said !== "" &&
    (result?.content ?? []).some((part) => part.type === "text" && part.text.includes(said))
  );
}

function textOf(message: Message | undefined): string {
  return (message?.parts ?? []).map((part) => (part.type === "text" ? part.text : "")).join("");
}
