import {
  type Branch,
  type FileEdit,
  type FileLocation,
  type Git,
  type Hunk,
  isTally,
  listOf,
  type Message,
  numberOf,
  type Origin,
  objectOf,
  type Parent,
  type Part,
  type Project,
  type Question,
  type Session,
  type Synthetic,
  type Todo,
  type ToolCall,
  type ToolResult,
  type Usage,
} from "@chatexport/core";

/*
 * What the fields of the model hold, for anybody can write the lines of an archive, and every reader
 * relies on it: the compiler asks for each new field here.
 */

/** Whether a value is what a field holds. */
type Check = (value: unknown) => boolean;

type KeysOf<T> = T extends unknown ? keyof T : never;

/** A check for each field of a type; of a union, for the fields of all its members. */
type Checks<T> = { readonly [Key in KeysOf<T>]-?: Check };

const anything: Check = () => true;
const text: Check = (value) => typeof value === "string";
const number: Check = (value) => numberOf(value) !== undefined;
const flag: Check = (value) => typeof value === "boolean";
const data: Check = (value) => objectOf(value) !== undefined;
const time: Check = (value) =>
  typeof value === "string" && /^[\d-]+T[\d:.]+Z$/.test(value) && !Number.isNaN(Date.parse(value));

function maybe(check: Check): Check {
  return (value) => value === undefined || check(value);
}

function list(check: Check): Check {
  return (value) => listOf(value)?.every(check) ?? false;
}

/** One of a few words. */
function word<Word extends string>(words: Readonly<Record<Word, true>>): Check {
  return (value) => typeof value === "string" && Object.hasOwn(words, value);
}

function fields(checks: Readonly<Record<string, Check>>): Check {
  const all = Object.entries(checks);
  return (value) => {
    const object = objectOf(value);
    return object !== undefined && all.every(([name, check]) => check(object[name]));
  };
}

const project = fields({
  name: maybe(text),
  path: maybe(text),
  uri: maybe(text),
  remote: maybe(text),
} satisfies Checks<Project>);

const git = fields({
  branch: maybe(text),
  commit: maybe(text),
  remote: maybe(text),
} satisfies Checks<Git>);

const parent = fields({
  sessionId: text,
  relation: word<Parent["relation"]>({ subagent: true, fork: true, continuation: true }),
  toolCallId: maybe(text),
} satisfies Checks<Parent>);

const origin = fields({
  path: maybe(text),
  at: maybe((value) => number(value) || text(value)),
} satisfies Checks<Origin>);

const usage = fields({
  inputTokens: maybe(number),
  outputTokens: maybe(number),
  cacheReadTokens: maybe(number),
  cacheWriteTokens: maybe(number),
  reasoningTokens: maybe(number),
  cost: maybe(
    fields({ amount: number, currency: text } satisfies Checks<NonNullable<Usage["cost"]>>),
  ),
} satisfies Checks<Usage>);

const synthetic = word<Synthetic>({
  context: true,
  instructions: true,
  command: true,
  reminder: true,
  hook: true,
  notification: true,
  skill: true,
});

const range = fields({ start: number, end: maybe(number) });

const hunk = fields({
  oldStart: number,
  oldLines: number,
  newStart: number,
  newLines: number,
  lines: list(text),
} satisfies Checks<Hunk>);

const edit = fields({
  path: text,
  kind: word<FileEdit["kind"]>({ create: true, update: true, delete: true, move: true }),
  newPath: maybe(text),
  range: maybe(range),
  hunks: maybe(list(hunk)),
  before: maybe(text),
  after: maybe(text),
} satisfies Checks<FileEdit>);

const location = fields({ path: text, line: maybe(number) } satisfies Checks<FileLocation>);

const todo = fields({
  text,
  status: word<Todo["status"]>({
    pending: true,
    "in-progress": true,
    completed: true,
    cancelled: true,
  }),
} satisfies Checks<Todo>);

const question = fields({
  header: maybe(text),
  text,
  options: maybe(list(fields({ label: text, description: maybe(text) }))),
  multiple: maybe(flag),
  answers: maybe(list(text)),
} satisfies Checks<Question>);

const result = fields({
  content: list(isPart),
  output: anything,
  isError: flag,
  exitCode: maybe(number),
  truncated: maybe(flag),
  fullOutputPath: maybe(text),
} satisfies Checks<ToolResult>);

type PartOf<Type extends Part["type"]> = Extract<Part, { type: Type }>;

const file = {
  type: text,
  mediaType: maybe(text),
  name: maybe(text),
  path: maybe(text),
  range: maybe(range),
  url: maybe(text),
  data: maybe(text),
  text: maybe(text),
  missing: maybe(text),
  from: word<PartOf<"file">["from"]>({ upload: true, mention: true, selection: true, tool: true }),
} satisfies Checks<PartOf<"file">>;

const toolCall = {
  type: text,
  id: text,
  kind: word<ToolCall["kind"]>({
    execute: true,
    edit: true,
    delete: true,
    move: true,
    read: true,
    search: true,
    fetch: true,
    plan: true,
    question: true,
    task: true,
    think: true,
    other: true,
  }),
  name: text,
  title: maybe(text),
  cwd: maybe(text),
  server: maybe(text),
  input: anything,
  rawInput: maybe(text),
  status: word<ToolCall["status"]>({
    pending: true,
    completed: true,
    failed: true,
    cancelled: true,
    rejected: true,
    unknown: true,
  }),
  startedAt: maybe(time),
  completedAt: maybe(time),
  result: maybe(result),
  native: maybe(data),
  command: maybe(text),
  edits: maybe(list(edit)),
  locations: maybe(list(location)),
  query: maybe(text),
  url: maybe(text),
  todos: maybe(list(todo)),
  text: maybe(text),
  questions: maybe(list(question)),
  subagent: maybe(text),
  task: maybe(text),
} satisfies Checks<ToolCall>;

const parts = {
  text: fields({ type: text, text, synthetic: maybe(synthetic) } satisfies Checks<PartOf<"text">>),
  reasoning: fields({
    type: text,
    text: maybe(text),
    redacted: maybe(flag),
  } satisfies Checks<PartOf<"reasoning">>),
  "tool-call": fields(toolCall),
  "tool-result": fields({ type: text, toolCallId: text, result } satisfies Checks<
    PartOf<"tool-result">
  >),
  file: fields(file),
  edit: fields({
    type: text,
    edits: list(edit),
    status: maybe(
      word<NonNullable<PartOf<"edit">["status"]>>({
        proposed: true,
        accepted: true,
        rejected: true,
      }),
    ),
  } satisfies Checks<PartOf<"edit">>),
  compaction: fields({
    type: text,
    summary: maybe(text),
    trigger: maybe(
      word<NonNullable<PartOf<"compaction">["trigger"]>>({ auto: true, manual: true }),
    ),
    tokensBefore: maybe(number),
    tokensAfter: maybe(number),
  } satisfies Checks<PartOf<"compaction">>),
  notice: fields({
    type: text,
    level: word<PartOf<"notice">["level"]>({ info: true, warning: true, error: true }),
    text,
    code: maybe(text),
  } satisfies Checks<PartOf<"notice">>),
  unknown: fields({ type: text, recordType: text, native: anything } satisfies Checks<
    PartOf<"unknown">
  >),
} satisfies Readonly<Record<Part["type"], Check>>;

function isPart(value: unknown): boolean {
  const type = objectOf(value)?.type;
  return typeof type === "string" && isPartType(type) && parts[type](value);
}

function isPartType(type: string): type is Part["type"] {
  return Object.hasOwn(parts, type);
}

/** Whether each field of a message is what the model says; its parts must not lie too deep. */
export const hasMessageFields: Check = fields({
  id: text,
  parentId: maybe(text),
  role: word<Message["role"]>({ user: true, assistant: true, system: true }),
  createdAt: maybe(time),
  createdAtFrom: maybe(
    word<NonNullable<Message["createdAtFrom"]>>({ recorded: true, inferred: true }),
  ),
  model: maybe(text),
  mode: maybe(text),
  cwd: maybe(text),
  parts: list(isPart),
  usage: maybe(usage),
  stopReason: maybe(text),
  copiedFrom: maybe(fields({ sessionId: text, messageId: text })),
  synthetic: maybe(synthetic),
  origin: maybe(origin),
  native: maybe(data),
} satisfies Checks<Message>);

const branch = fields({
  id: text,
  forkedFrom: maybe(text),
  reason: word<Branch["reason"]>({ edit: true, rewind: true, retry: true, orphan: true }),
  messages: anything,
} satisfies Checks<Branch>);

/** Whether each field of the line of a session is what the model says. */
export const hasSessionFields: Check = fields({
  schemaVersion: anything,
  id: text,
  source: text,
  format: text,
  title: maybe(text),
  titleFrom: maybe(
    word<NonNullable<Session["titleFrom"]>>({
      user: true,
      generated: true,
      "first-message": true,
    }),
  ),
  startedAt: maybe(time),
  updatedAt: maybe(time),
  cwd: maybe(text),
  project: maybe(project),
  git: maybe(git),
  model: maybe(text),
  archived: maybe(flag),
  parent: maybe(parent),
  purpose: maybe(
    word<NonNullable<Session["purpose"]>>({ compaction: true, suggestion: true, "warm-up": true }),
  ),
  // They stand in lines of their own.
  messages: anything,
  branches: maybe(list(branch)),
  subagents: anything,
  attachments: maybe(list(fields(file))),
  usage: maybe(usage),
  records: isTally,
  origin,
  native: maybe(data),
} satisfies Checks<Session>);
