import { numberOf } from "../json.js";
import type {
  FileEdit,
  FileLocation,
  Git,
  Hunk,
  Origin,
  Parent,
  Project,
  Question,
  Synthetic,
  Todo,
  Usage,
} from "../model.js";
import {
  type FieldChecks,
  fields,
  flag,
  list,
  maybe,
  number,
  text,
  that,
  word,
} from "./field-check.js";

/** What a working directory belongs to. */
export const project = fields({
  name: maybe(text),
  path: maybe(text),
  uri: maybe(text),
  remote: maybe(text),
} satisfies FieldChecks<Project>);

/** State of a repository. */
export const git = fields({
  branch: maybe(text),
  commit: maybe(text),
  remote: maybe(text),
} satisfies FieldChecks<Git>);

/** The session that another one came out of. */
export const parent = fields({
  sessionId: text,
  relation: word<Parent["relation"]>({ subagent: true, fork: true, continuation: true }),
  toolCallId: maybe(text),
} satisfies FieldChecks<Parent>);

/** Where something was read. */
export const origin = fields({
  path: maybe(text),
  at: maybe(that((value) => typeof value === "string" || numberOf(value) !== undefined)),
} satisfies FieldChecks<Origin>);

/** Tokens. */
export const usage = fields({
  inputTokens: maybe(number),
  outputTokens: maybe(number),
  cacheReadTokens: maybe(number),
  cacheWriteTokens: maybe(number),
  reasoningTokens: maybe(number),
  cost: maybe(
    fields({ amount: number, currency: text } satisfies FieldChecks<NonNullable<Usage["cost"]>>),
  ),
} satisfies FieldChecks<Usage>);

/** Why the tool wrote a text. */
export const synthetic = word<Synthetic>({
  context: true,
  instructions: true,
  command: true,
  reminder: true,
  hook: true,
  notification: true,
  skill: true,
});

/** Lines of a file. */
export const range = fields({ start: number, end: maybe(number) });

const hunk = fields({
  oldStart: number,
  oldLines: number,
  newStart: number,
  newLines: number,
  lines: list(text),
} satisfies FieldChecks<Hunk>);

/** A change of a file. */
export const edit = fields({
  path: text,
  kind: word<FileEdit["kind"]>({ create: true, update: true, delete: true, move: true }),
  newPath: maybe(text),
  range: maybe(range),
  hunks: maybe(list(hunk)),
  before: maybe(text),
  after: maybe(text),
} satisfies FieldChecks<FileEdit>);

/** A place in a file. */
export const location = fields({
  path: text,
  line: maybe(number),
} satisfies FieldChecks<FileLocation>);

/** A line of a todo list. */
export const todo = fields({
  text,
  status: word<Todo["status"]>({
    pending: true,
    "in-progress": true,
    completed: true,
    cancelled: true,
  }),
} satisfies FieldChecks<Todo>);

/** A question to the user. */
export const question = fields({
  header: maybe(text),
  text,
  options: maybe(list(fields({ label: text, description: maybe(text) }))),
  multiple: maybe(flag),
  answers: maybe(list(text)),
} satisfies FieldChecks<Question>);
