import { objectOf } from "../json.js";
import type { Part, ToolCall, ToolResult } from "../model.js";
import {
  anything,
  data,
  type FieldCheck,
  type FieldChecks,
  fields,
  flag,
  list,
  maybe,
  number,
  type Rigour,
  text,
  time,
  word,
} from "./field-check.js";
import { edit, location, question, range, synthetic, todo } from "./values.js";

const result = fields({
  content: list(part),
  output: anything,
  isError: flag,
  exitCode: maybe(number),
  truncated: maybe(flag),
  fullOutputPath: maybe(text),
} satisfies FieldChecks<ToolResult>);

type PartOf<Type extends Part["type"]> = Extract<Part, { type: Type }>;

const fileFields = {
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
} satisfies FieldChecks<PartOf<"file">>;

/** A file or image. */
export const file = fields(fileFields);

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
} satisfies FieldChecks<ToolCall>;

const parts = {
  text: fields({ type: text, text, synthetic: maybe(synthetic) } satisfies FieldChecks<
    PartOf<"text">
  >),
  reasoning: fields({
    type: text,
    text: maybe(text),
    redacted: maybe(flag),
  } satisfies FieldChecks<PartOf<"reasoning">>),
  "tool-call": fields(toolCall),
  "tool-result": fields({ type: text, toolCallId: text, result } satisfies FieldChecks<
    PartOf<"tool-result">
  >),
  file,
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
  } satisfies FieldChecks<PartOf<"edit">>),
  compaction: fields({
    type: text,
    summary: maybe(text),
    trigger: maybe(
      word<NonNullable<PartOf<"compaction">["trigger"]>>({ auto: true, manual: true }),
    ),
    tokensBefore: maybe(number),
    tokensAfter: maybe(number),
  } satisfies FieldChecks<PartOf<"compaction">>),
  notice: fields({
    type: text,
    level: word<PartOf<"notice">["level"]>({ info: true, warning: true, error: true }),
    text,
    code: maybe(text),
  } satisfies FieldChecks<PartOf<"notice">>),
  unknown: fields({ type: text, recordType: text, native: anything } satisfies FieldChecks<
    PartOf<"unknown">
  >),
} satisfies Readonly<Record<Part["type"], FieldCheck>>;

const partChecks: ReadonlyMap<unknown, FieldCheck> = new Map(Object.entries(parts));

/** A part of a message or of a result. */
export function part(value: unknown, rigour: Rigour): string | undefined {
  const object = objectOf(value);
  if (!object) return "";
  const check = partChecks.get(object.type);
  return check ? check(value, rigour) : ".type";
}
