import { type Branch, type Message, type Session, schemaVersion } from "../model.js";
import type { Retention, SessionRef, Store } from "../plugin.js";
import { isTally } from "../tally.js";
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
  record,
  text,
  that,
  time,
  word,
} from "./field-check.js";
import { file, part } from "./parts.js";
import { git, origin, parent, project, synthetic, usage } from "./values.js";

/*
 * Checks the fields of the model at run time, for data that no compiler has seen: archives, which
 * anybody can edit, and plugins in plain JavaScript. A new field of the model without a check here
 * does not compile.
 */

const message = fields({
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
  parts: list(part),
  usage: maybe(usage),
  stopReason: maybe(text),
  copiedFrom: maybe(fields({ sessionId: text, messageId: text })),
  synthetic: maybe(synthetic),
  origin: maybe(origin),
  native: maybe(data),
} satisfies FieldChecks<Message>);

const branchHeader = {
  id: text,
  forkedFrom: maybe(text),
  reason: word<Branch["reason"]>({ edit: true, rewind: true, retry: true, orphan: true }),
  messages: anything,
} satisfies FieldChecks<Branch>;

const header = {
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
  messages: anything,
  branches: maybe(list(fields(branchHeader))),
  subagents: anything,
  attachments: maybe(list(file)),
  usage: maybe(usage),
  records: that(isTally),
  origin,
  native: maybe(data),
} satisfies FieldChecks<Session>;

const headerFields = fields(header);

const session: FieldCheck = fields({
  ...header,
  schemaVersion: that((value) => value === schemaVersion),
  messages: list(message),
  branches: maybe(list(fields({ ...branchHeader, messages: list(message) }))),
  subagents: maybe(list((value, rigour) => session(value, rigour))),
} satisfies FieldChecks<Session>);

const ref = fields({
  id: text,
  source: text,
  title: maybe(text),
  cwd: maybe(text),
  project: maybe(project),
  branch: maybe(text),
  startedAt: maybe(time),
  updatedAt: maybe(time),
  bytes: maybe(number),
  archived: maybe(flag),
  unlisted: maybe(flag),
  expiresAt: maybe(time),
  listedBy: maybe(text),
  parent: maybe(parent),
  subagentCount: maybe(number),
  revision: text,
  locator: that((value) => value !== undefined),
} satisfies FieldChecks<SessionRef>);

const retention = fields({
  days: number,
  path: maybe(text),
  doubt: maybe(text),
  setting: maybe(fields({ text, path: text })),
} satisfies FieldChecks<Retention>);

const store = fields({
  path: text,
  format: text,
  found: flag,
  readable: flag,
  reason: maybe(text),
  sessions: maybe(number),
  formats: maybe(record(number)),
  bytes: maybe(number),
  isUnknownLayout: maybe(flag),
  unowned: maybe(record(that(isTally))),
  retention: maybe(retention),
} satisfies FieldChecks<Store>);

/**
 * The path of the first field of a message that is not what the model says ("parts[0].status"); ""
 * for a value that is no object, undefined when all is right. Fields that the model does not have are
 * ignored. Throws a RangeError for parts that are nested too deep for the stack.
 */
export function wrongMessageField(value: unknown): string | undefined {
  return pathOf(message(value, "usual"));
}

/** The same for a session without its messages and sub-agents, its branches without theirs. */
export function wrongHeaderField(value: unknown): string | undefined {
  return pathOf(headerFields(value, "usual"));
}

/**
 * The path of the first field of a whole session that is not what the model says, or not in the model
 * at all: "subagents[0].messages[3].role".
 */
export function wrongSessionField(value: unknown): string | undefined {
  return pathOf(session(value, "strict"));
}

/** The same for a ref. */
export function wrongRefField(value: unknown): string | undefined {
  return pathOf(ref(value, "strict"));
}

/** The same for a store. */
export function wrongStoreField(value: unknown): string | undefined {
  return pathOf(store(value, "strict"));
}

/**
 * The path of the first field of a whole session that is of another type than the model says, so that
 * programs could fail. A time may be any text, and fields that the model does not have are ignored.
 */
export function brokenSessionField(value: unknown): string | undefined {
  return pathOf(session(value, "loose"));
}

/** The same for a ref. */
export function brokenRefField(value: unknown): string | undefined {
  return pathOf(ref(value, "loose"));
}

/** The same for a store. */
export function brokenStoreField(value: unknown): string | undefined {
  return pathOf(store(value, "loose"));
}

function pathOf(found: string | undefined): string | undefined {
  return found?.replace(/^\./, "");
}
