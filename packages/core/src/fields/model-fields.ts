import { type JsonObject, numberOf } from "../json.js";
import {
  type Branch,
  type Citation,
  type CompactionPart,
  type CopiedFrom,
  type EditCall,
  type EditPart,
  type ExecuteCall,
  type FetchCall,
  type FileEdit,
  type FileLocation,
  type FilePart,
  type Fragment,
  type Git,
  type Hunk,
  type Message,
  type NoticePart,
  type Origin,
  type Parent,
  type Part,
  type PlainCall,
  type PlanCall,
  type Project,
  type Question,
  type QuestionCall,
  type ReadCall,
  type ReasoningPart,
  type SearchCall,
  type Session,
  type Synthetic,
  schemaVersion,
  type TaskCall,
  type TextPart,
  type Todo,
  type ToolCall,
  type ToolCallBase,
  type ToolDefinition,
  type ToolKind,
  type ToolResult,
  type ToolResultPart,
  type UnknownPart,
  type Usage,
} from "../model.js";
import { isTally, type Tally } from "../tally.js";
import {
  type AnyField,
  anything,
  count,
  data,
  type Field,
  type FieldsOf,
  fields,
  flag,
  id,
  list,
  type Mask,
  maybe,
  named,
  number,
  object,
  record,
  text,
  that,
  time,
  variants,
  word,
} from "./field.js";

/*
 * The fields of the model with what each may hold, for data that no compiler has seen, and whether
 * they may hold secrets. In JSON Lines they are written in this order.
 */

/** The project that a working directory belongs to. */
export const project = object<Project>("Project", {
  name: maybe(text),
  path: maybe(text),
  uri: maybe(text),
  remote: maybe(text),
});

const git = object<Git>("Git", { branch: maybe(text), commit: maybe(id), remote: maybe(text) });

/** The session that another one came out of. */
export const parent = object<Parent>("Parent", {
  sessionId: maybe(id),
  relation: word("subagent", "fork", "continuation"),
  toolCallId: maybe(id),
});

const origin = object<Origin>("Origin", {
  path: maybe(text),
  // A row of a database is named by its key, which is made of ids.
  at: maybe(
    that((value) => typeof value === "string" || numberOf(value) !== undefined, "keep", {
      type: ["string", "integer"],
    }),
  ),
});

const usage = object<Usage>("Usage", {
  inputTokens: maybe(number),
  outputTokens: maybe(number),
  cacheReadTokens: maybe(number),
  cacheWriteTokens: maybe(number),
  reasoningTokens: maybe(number),
  cost: maybe(fields({ amount: number, currency: text })),
});

const synthetic: Field<Synthetic> = named(
  "Synthetic",
  word("context", "instructions", "command", "output", "reminder", "hook", "notification", "skill"),
);

const citation = object<Citation>("Citation", {
  url: maybe(text),
  title: maybe(text),
  text: maybe(text),
  native: maybe(data),
});

const range = fields<NonNullable<FilePart["range"]>>({ start: count, end: maybe(count) });

const hunk = object<Hunk>("Hunk", {
  oldStart: count,
  oldLines: count,
  newStart: count,
  newLines: count,
  lines: list(text),
});

const location = object<FileLocation>("FileLocation", { path: text, line: maybe(count) });

const edit = object<FileEdit>("FileEdit", {
  path: text,
  kind: word("create", "update", "delete", "move"),
  newPath: maybe(text),
  range: maybe(fields({ start: count, end: count })),
  hunks: maybe(list(hunk)),
  before: maybe(text),
  after: maybe(text),
});

const todo = object<Todo>("Todo", {
  text,
  status: word("pending", "in-progress", "completed", "cancelled"),
});

const question = object<Question>("Question", {
  header: maybe(text),
  text,
  options: maybe(list(fields({ label: text, description: maybe(text) }))),
  multiple: maybe(flag),
  answers: maybe(list(text)),
});

// A result of a call has parts, and a call is a part.
const parts = new Map<unknown, AnyField>();

/** A part of a message or of a result; one of a type that is not known may hold anything. */
const part: Field<Part> = named("Part", variants<Part>("type", parts));

const result = object<ToolResult>("ToolResult", {
  content: list(part),
  output: maybe(anything),
  isError: flag,
  exitCode: maybe(number),
  truncated: maybe(flag),
  fullOutputPath: maybe(text),
  native: maybe(data),
});

/** The fields of a call of any kind. */
const callFields: FieldsOf<ToolCallBase> = {
  type: word("tool-call"),
  id,
  name: text,
  title: maybe(text),
  cwd: maybe(text),
  server: maybe(text),
  input: maybe(anything),
  rawInput: maybe(text),
  status: word("pending", "completed", "failed", "cancelled", "rejected", "unknown"),
  rejectedBy: maybe(word("user", "rule", "hook")),
  startedAt: maybe(time),
  completedAt: maybe(time),
  result: maybe(result),
  native: maybe(data),
};

const editCall = object<EditCall>("EditCall", {
  ...callFields,
  kind: word("edit", "delete", "move"),
  edits: maybe(list(edit)),
});

const plainCall = object<PlainCall>("PlainCall", { ...callFields, kind: word("think", "other") });

const callsByKind: { readonly [Kind in ToolKind]: AnyField } = {
  execute: object<ExecuteCall>("ExecuteCall", {
    ...callFields,
    kind: word("execute"),
    command: maybe(text),
  }),
  edit: editCall,
  delete: editCall,
  move: editCall,
  read: object<ReadCall>("ReadCall", {
    ...callFields,
    kind: word("read"),
    locations: maybe(list(location)),
  }),
  search: object<SearchCall>("SearchCall", {
    ...callFields,
    kind: word("search"),
    query: maybe(text),
    locations: maybe(list(location)),
  }),
  fetch: object<FetchCall>("FetchCall", {
    ...callFields,
    kind: word("fetch"),
    url: maybe(text),
    query: maybe(text),
  }),
  plan: object<PlanCall>("PlanCall", {
    ...callFields,
    kind: word("plan"),
    todos: maybe(list(todo)),
    text: maybe(text),
  }),
  question: object<QuestionCall>("QuestionCall", {
    ...callFields,
    kind: word("question"),
    questions: maybe(list(question)),
  }),
  task: object<TaskCall>("TaskCall", {
    ...callFields,
    kind: word("task"),
    subagent: maybe(id),
    task: maybe(text),
  }),
  think: plainCall,
  other: plainCall,
};

const file = object<FilePart>("FilePart", {
  type: word("file"),
  mediaType: maybe(text),
  name: maybe(text),
  path: maybe(text),
  range: maybe(range),
  url: maybe(text),
  // In base64.
  data: maybe(id),
  text: maybe(text),
  missing: maybe(text),
  from: word("upload", "mention", "selection", "tool"),
  native: maybe(data),
});

const partsByType: { readonly [Type in Part["type"]]: AnyField } = {
  text: object<TextPart>("TextPart", {
    type: word("text"),
    text,
    synthetic: maybe(synthetic),
    citations: maybe(list(citation)),
    native: maybe(data),
  }),
  reasoning: object<ReasoningPart>("ReasoningPart", {
    type: word("reasoning"),
    text: maybe(text),
    redacted: maybe(flag),
    // In base64.
    encrypted: maybe(id),
    signature: maybe(id),
    native: maybe(data),
  }),
  "tool-call": named("ToolCall", variants<ToolCall>("kind", new Map(Object.entries(callsByKind)))),
  "tool-result": object<ToolResultPart>("ToolResultPart", {
    type: word("tool-result"),
    toolCallId: id,
    result,
    native: maybe(data),
  }),
  file,
  edit: object<EditPart>("EditPart", {
    type: word("edit"),
    edits: list(edit),
    status: maybe(word("proposed", "accepted", "rejected")),
    native: maybe(data),
  }),
  compaction: object<CompactionPart>("CompactionPart", {
    type: word("compaction"),
    summary: maybe(text),
    trigger: maybe(word("auto", "manual")),
    tokensBefore: maybe(number),
    tokensAfter: maybe(number),
    native: maybe(data),
  }),
  notice: object<NoticePart>("NoticePart", {
    type: word("notice"),
    level: word("info", "warning", "error"),
    text,
    code: maybe(text),
    native: maybe(data),
  }),
  unknown: object<UnknownPart>("UnknownPart", {
    type: word("unknown"),
    recordType: text,
    native: anything,
  }),
};

for (const [type, field] of Object.entries(partsByType)) parts.set(type, field);

const fragment = object<Fragment>("Fragment", { id, createdAt: maybe(time) });

const copiedFrom = object<CopiedFrom>("CopiedFrom", { sessionId: id, messageId: id });

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
  fragments: maybe(list(fragment)),
  copiedFrom: maybe(copiedFrom),
  synthetic: maybe(synthetic),
  origin: maybe(origin),
  native: maybe(data),
};

/** One contribution by one role. */
export const message: Field<Message> = named("Message", fields(messageFields));

const branchFields: FieldsOf<Branch> = {
  id,
  forkedFrom: maybe(id),
  reason: word("edit", "rewind", "retry", "orphan", "parallel"),
  messages: list(message),
};

const tool = object<ToolDefinition>("ToolDefinition", {
  name: text,
  description: maybe(text),
  inputSchema: maybe(data),
  native: maybe(data),
});

const counts = maybe(record(count));

const tallyFields: FieldsOf<Tally> = {
  read: count,
  kept: count,
  skipped: counts,
  unknown: counts,
  malformed: maybe(count),
  unknownFields: counts,
};

const tally = named<Tally>("Tally", {
  ...that(isTally, "json"),
  schema: fields(tallyFields).schema,
});

const sessionFields: FieldsOf<Session> = {
  schemaVersion: that((value) => value === schemaVersion, "keep", { const: schemaVersion }),
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
  branches: maybe(list(named("Branch", fields(branchFields)))),
  subagents: maybe(
    list({
      check: (value, rigour) => session.check(value, rigour),
      mask: () => session.mask,
      schema: (definitions) => session.schema(definitions),
    }),
  ),
  attachments: maybe(list(file)),
  tools: maybe(list(tool)),
  usage: maybe(usage),
  records: tally,
  origin,
  native: maybe(data),
};

/** A whole session. */
export const session: Field<Session> = named("Session", fields(sessionFields));

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

/** The places in a session that may hold secrets. */
export const sessionMask: Mask = session.mask;

/** Names of the fields of a session, in the order in which they are written. */
export const sessionOrder: readonly string[] = Object.keys(sessionFields);

/** The same for a message. */
export const messageOrder: readonly string[] = Object.keys(messageFields);

/**
 * JSON Schemas of the types of the model by their names; where one holds another, it refers to
 * `#/$defs/NAME`.
 */
export function modelSchemas(): ReadonlyMap<string, JsonObject> {
  const definitions = new Map<string, JsonObject>();
  session.schema(definitions);
  return definitions;
}
