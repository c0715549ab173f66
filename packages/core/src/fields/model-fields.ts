import { numberOf, objectOf } from "../json.js";
import {
  type Branch,
  type Citation,
  type FileEdit,
  type Fragment,
  type Git,
  type Message,
  type Origin,
  type Parent,
  type Part,
  type Project,
  type Question,
  type Session,
  type Synthetic,
  schemaVersion,
  type Todo,
  type ToolCall,
  type ToolDefinition,
  type ToolResult,
  type Usage,
} from "../model.js";
import { isTally } from "../tally.js";
import {
  type AnyField,
  anything,
  data,
  type Field,
  type FieldsOf,
  fields,
  flag,
  id,
  list,
  type Mask,
  maybe,
  number,
  text,
  that,
  time,
  word,
} from "./field.js";

/*
 * The fields of the model with what each may hold, for data that no compiler has seen, and whether
 * secrets may stand in it. In JSON Lines they are written in this order.
 */

/** What a working directory belongs to. */
export const project = fields<Project>({
  name: maybe(text),
  path: maybe(text),
  uri: maybe(text),
  remote: maybe(text),
});

const git = fields<Git>({ branch: maybe(text), commit: maybe(id), remote: maybe(text) });

/** The session that another one came out of. */
export const parent = fields<Parent>({
  sessionId: maybe(id),
  relation: word("subagent", "fork", "continuation"),
  toolCallId: maybe(id),
});

const origin = fields<Origin>({
  path: maybe(text),
  // A row of a database is named by its key, which is made of ids.
  at: maybe(that((value) => typeof value === "string" || numberOf(value) !== undefined)),
});

const usage = fields<Usage>({
  inputTokens: maybe(number),
  outputTokens: maybe(number),
  cacheReadTokens: maybe(number),
  cacheWriteTokens: maybe(number),
  reasoningTokens: maybe(number),
  cost: maybe(fields({ amount: number, currency: text })),
});

const synthetic: Field<Synthetic> = word(
  "context",
  "instructions",
  "command",
  "output",
  "reminder",
  "hook",
  "notification",
  "skill",
);

const citation = fields<Citation>({
  url: maybe(text),
  title: maybe(text),
  text: maybe(text),
  native: maybe(data),
});

const edit = fields<FileEdit>({
  path: text,
  kind: word("create", "update", "delete", "move"),
  newPath: maybe(text),
  range: maybe(fields({ start: number, end: maybe(number) })),
  hunks: maybe(
    list(
      fields({
        oldStart: number,
        oldLines: number,
        newStart: number,
        newLines: number,
        lines: list(text),
      }),
    ),
  ),
  before: maybe(text),
  after: maybe(text),
});

const todo = fields<Todo>({
  text,
  status: word("pending", "in-progress", "completed", "cancelled"),
});

const question = fields<Question>({
  header: maybe(text),
  text,
  options: maybe(list(fields({ label: text, description: maybe(text) }))),
  multiple: maybe(flag),
  answers: maybe(list(text)),
});

/** A part of a message or of a result; one of a type that is not known may hold anything. */
const part: Field<Part> = {
  check(value, rigour) {
    const object = objectOf(value);
    if (!object) return "";
    const known = parts.get(object.type);
    return known ? known.check(value, rigour) : ".type";
  },
  mask: ({ type }: Part) => parts.get(type)?.mask ?? { type: "keep" },
};

const result = fields<ToolResult>({
  content: list(part),
  output: anything,
  isError: flag,
  exitCode: maybe(number),
  truncated: maybe(flag),
  fullOutputPath: maybe(text),
  native: maybe(data),
});

/** The type of a part, by which its fields were found. */
function type<Type extends string>(): Field<Type> {
  return that((value) => typeof value === "string");
}

const byType: { readonly [Type in Part["type"]]: Field<Extract<Part, { type: Type }>> } = {
  text: fields({
    type: type(),
    text,
    synthetic: maybe(synthetic),
    citations: maybe(list(citation)),
    native: maybe(data),
  }),
  reasoning: fields({
    type: type(),
    text: maybe(text),
    redacted: maybe(flag),
    // In base64.
    encrypted: maybe(id),
    signature: maybe(id),
    native: maybe(data),
  }),
  "tool-call": fields<ToolCall>({
    type: type(),
    id,
    kind: word(
      "execute",
      "edit",
      "delete",
      "move",
      "read",
      "search",
      "fetch",
      "plan",
      "question",
      "task",
      "think",
      "other",
    ),
    name: text,
    title: maybe(text),
    cwd: maybe(text),
    server: maybe(text),
    input: anything,
    rawInput: maybe(text),
    status: word("pending", "completed", "failed", "cancelled", "rejected", "unknown"),
    rejectedBy: maybe(word("user", "rule", "hook")),
    startedAt: maybe(time),
    completedAt: maybe(time),
    result: maybe(result),
    native: maybe(data),
    command: maybe(text),
    edits: maybe(list(edit)),
    locations: maybe(list(fields({ path: text, line: maybe(number) }))),
    query: maybe(text),
    url: maybe(text),
    todos: maybe(list(todo)),
    text: maybe(text),
    questions: maybe(list(question)),
    subagent: maybe(id),
    task: maybe(text),
  }),
  "tool-result": fields({ type: type(), toolCallId: id, result, native: maybe(data) }),
  file: fields({
    type: type(),
    mediaType: maybe(text),
    name: maybe(text),
    path: maybe(text),
    range: maybe(fields({ start: number, end: maybe(number) })),
    url: maybe(text),
    // In base64.
    data: maybe(id),
    text: maybe(text),
    missing: maybe(text),
    from: word("upload", "mention", "selection", "tool"),
    native: maybe(data),
  }),
  edit: fields({
    type: type(),
    edits: list(edit),
    status: maybe(word("proposed", "accepted", "rejected")),
    native: maybe(data),
  }),
  compaction: fields({
    type: type(),
    summary: maybe(text),
    trigger: maybe(word("auto", "manual")),
    tokensBefore: maybe(number),
    tokensAfter: maybe(number),
    native: maybe(data),
  }),
  notice: fields({
    type: type(),
    level: word("info", "warning", "error"),
    text,
    code: maybe(text),
    native: maybe(data),
  }),
  unknown: fields({ type: type(), recordType: text, native: anything }),
};

const parts: ReadonlyMap<unknown, AnyField> = new Map(Object.entries(byType));

const messageFields: FieldsOf<Message> = {
  id,
  parentId: maybe(id),
  role: word("user", "assistant", "system"),
  createdAt: maybe(time),
  createdAtFrom: maybe(word("recorded", "inferred")),
  completedAt: maybe(time),
  model: maybe(text),
  provider: maybe(text),
  effort: maybe(text),
  responseId: maybe(id),
  toolVersion: maybe(text),
  mode: maybe(text),
  cwd: maybe(text),
  parts: list(part),
  usage: maybe(usage),
  stopReason: maybe(text),
  fragments: maybe(list(fields<Fragment>({ id, createdAt: maybe(time) }))),
  copiedFrom: maybe(fields({ sessionId: id, messageId: id })),
  synthetic: maybe(synthetic),
  origin: maybe(origin),
  native: maybe(data),
};

/** One contribution by one role. */
export const message: Field<Message> = fields(messageFields);

const branchFields: FieldsOf<Branch> = {
  id,
  forkedFrom: maybe(id),
  reason: word("edit", "rewind", "retry", "orphan", "parallel"),
  messages: list(message),
};

const tool = fields<ToolDefinition>({
  name: text,
  description: maybe(text),
  inputSchema: maybe(data),
  native: maybe(data),
});

const sessionFields: FieldsOf<Session> = {
  schemaVersion: that((value) => value === schemaVersion),
  id,
  source: id,
  format: text,
  title: maybe(text),
  titleFrom: maybe(word("user", "generated", "first-message")),
  startedAt: maybe(time),
  updatedAt: maybe(time),
  cwd: maybe(text),
  project: maybe(project),
  git: maybe(git),
  model: maybe(text),
  toolVersion: maybe(text),
  archived: maybe(flag),
  parent: maybe(parent),
  purpose: maybe(word("compaction", "suggestion", "warm-up", "approval")),
  messages: list(message),
  branches: maybe(list(fields(branchFields))),
  subagents: maybe(
    list({ check: (value, rigour) => session.check(value, rigour), mask: () => session.mask }),
  ),
  attachments: maybe(list(byType.file)),
  tools: maybe(list(tool)),
  usage: maybe(usage),
  records: that(isTally, "json"),
  origin,
  native: maybe(data),
};

/** A whole session. */
export const session: Field<Session> = fields(sessionFields);

const { schemaVersion: _, messages: __, subagents: ___, ...headerFields } = sessionFields;
const { messages: ____, ...branchHeader } = branchFields;

/** A session without its messages and sub-agents, its branches without theirs. */
export const header = fields<Header>({
  ...headerFields,
  branches: maybe(list(fields<Omit<Branch, "messages">>(branchHeader))),
});

type Header = Omit<Session, "schemaVersion" | "messages" | "branches" | "subagents"> & {
  branches: Omit<Branch, "messages">[];
};

/** Where in a session secrets may stand. */
export const sessionMask: Mask = session.mask;

/** Names of the fields of a session, in the order in which they are written. */
export const sessionOrder: readonly string[] = Object.keys(sessionFields);

/** The same for a message. */
export const messageOrder: readonly string[] = Object.keys(messageFields);
