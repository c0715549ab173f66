import type {
  Branch,
  FileEdit,
  FileLocation,
  Git,
  Hunk,
  Message,
  Origin,
  Part,
  Project,
  Question,
  Session,
  Todo,
  ToolCall,
  ToolResult,
  Usage,
} from "@chatexport/core";

/*
 * What is masked in a session, field by field: the compiler asks for each new field of the model
 * here. Ids, words of a fixed set, times, numbers and base64 stay as they are.
 */

const project = {
  name: "text",
  path: "text",
  uri: "text",
  remote: "text",
} as const satisfies FieldsOf<Project>;

const git = { branch: "text", commit: "keep", remote: "text" } as const satisfies FieldsOf<Git>;

const usage = {
  inputTokens: "keep",
  outputTokens: "keep",
  cacheReadTokens: "keep",
  cacheWriteTokens: "keep",
  reasoningTokens: "keep",
  cost: { amount: "keep", currency: "text" },
} as const satisfies FieldsOf<Usage>;

/** A row of a database is named by its key, which is made of ids. */
const origin = { path: "text", at: "keep" } as const satisfies FieldsOf<Origin>;

const hunk = {
  oldStart: "keep",
  oldLines: "keep",
  newStart: "keep",
  newLines: "keep",
  lines: "text",
} as const satisfies FieldsOf<Hunk>;

const fileEdit = {
  path: "text",
  kind: "keep",
  newPath: "text",
  range: "keep",
  hunks: hunk,
  before: "text",
  after: "text",
} as const satisfies FieldsOf<FileEdit>;

const location = { path: "text", line: "keep" } as const satisfies FieldsOf<FileLocation>;

const todo = { text: "text", status: "keep" } as const satisfies FieldsOf<Todo>;

const option = { label: "text", description: "text" } as const satisfies FieldsOf<
  NonNullable<Question["options"]>[number]
>;

const question = {
  header: "text",
  text: "text",
  options: option,
  multiple: "keep",
  answers: "text",
} as const satisfies FieldsOf<Question>;

const toolResult: FieldsOf<ToolResult> = {
  content: partFields,
  output: "json",
  isError: "keep",
  exitCode: "keep",
  truncated: "keep",
  fullOutputPath: "text",
};

type PartOf<Type extends Part["type"]> = Extract<Part, { type: Type }>;

const parts: { readonly [Type in Part["type"]]: FieldsOf<PartOf<Type>> } = {
  text: { type: "keep", text: "text", synthetic: "keep" },
  reasoning: { type: "keep", text: "text", redacted: "keep" },
  "tool-call": {
    type: "keep",
    id: "keep",
    kind: "keep",
    name: "text",
    title: "text",
    cwd: "text",
    server: "text",
    input: "json",
    rawInput: "text",
    status: "keep",
    startedAt: "keep",
    completedAt: "keep",
    result: toolResult,
    native: "json",
    command: "text",
    edits: fileEdit,
    locations: location,
    query: "text",
    url: "text",
    todos: todo,
    text: "text",
    questions: question,
    subagent: "keep",
    task: "text",
  } satisfies FieldsOf<ToolCall>,
  "tool-result": { type: "keep", toolCallId: "keep", result: toolResult },
  file: {
    type: "keep",
    mediaType: "text",
    name: "text",
    path: "text",
    range: "keep",
    url: "text",
    data: "keep",
    text: "text",
    missing: "text",
    from: "keep",
  },
  edit: { type: "keep", edits: fileEdit, status: "keep" },
  compaction: {
    type: "keep",
    summary: "text",
    trigger: "keep",
    tokensBefore: "keep",
    tokensAfter: "keep",
  },
  notice: { type: "keep", level: "keep", text: "text", code: "text" },
  unknown: { type: "keep", recordType: "text", native: "json" },
};

/** A part of a type that is not known here may hold anything. */
function partFields(part: { type: Part["type"] }): Fields {
  return Object.hasOwn(parts, part.type) ? parts[part.type] : { type: "keep" };
}

const message: FieldsOf<Message> = {
  id: "keep",
  parentId: "keep",
  role: "keep",
  createdAt: "keep",
  createdAtFrom: "keep",
  model: "text",
  mode: "text",
  cwd: "text",
  parts: partFields,
  usage,
  stopReason: "text",
  copiedFrom: "keep",
  synthetic: "keep",
  origin,
  native: "json",
};

const branch: FieldsOf<Branch> = {
  id: "keep",
  forkedFrom: "keep",
  reason: "keep",
  messages: message,
};

/** The fields of a session. */
export const sessionFields: FieldsOf<Session> = {
  schemaVersion: "keep",
  id: "keep",
  source: "keep",
  format: "text",
  title: "text",
  titleFrom: "keep",
  startedAt: "keep",
  updatedAt: "keep",
  cwd: "text",
  project,
  git,
  model: "text",
  archived: "keep",
  parent: "keep",
  purpose: "keep",
  messages: message,
  branches: branch,
  subagents: () => sessionFields,
  attachments: parts.file,
  usage,
  records: "json",
  origin,
  native: "json",
};

/**
 * - "keep": stays as it is, with all that is in it.
 * - "text": a string, or a list of them.
 * - "json": all strings and all keys in it.
 * - Fields: an object, or a list of them; a function chooses the fields for each object.
 */
export type Treatment = "keep" | "text" | "json" | Fields | ((value: never) => Fields);

/** The treatment of each field of an object; what is not named there is masked as JSON. */
export interface Fields {
  readonly [field: string]: Treatment;
}

type KeysOf<T> = T extends unknown ? keyof T : never;
type Values<T, Key extends PropertyKey> = T extends unknown
  ? Key extends keyof T
    ? NonNullable<T[Key]>
    : never
  : never;
type Item<T> = T extends readonly (infer Element)[] ? Element : T;

/** For text of any wording, one may choose; of a fixed set of words, nothing may be masked. */
type TreatmentOf<T> = [T] extends [string]
  ? string extends T
    ? "text" | "keep"
    : "keep"
  : [T] extends [number | boolean]
    ? "keep"
    : Treatment;

/** All fields of a type; of a union, the fields of all its members. */
type FieldsOf<T> = { readonly [Key in KeysOf<T>]-?: TreatmentOf<Item<Values<T, Key>>> };
