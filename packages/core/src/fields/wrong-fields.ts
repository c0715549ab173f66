import type { Retention, SessionRef, Store } from "../plugin.js";
import { isTally } from "../tally.js";
import {
  type AnyField,
  fields,
  flag,
  id,
  list,
  maybe,
  number,
  type Rigour,
  record,
  text,
  that,
  time,
} from "./field.js";
import { header, message, parent, project, session } from "./model-fields.js";

/* Checks at run time what no compiler has seen: archives, and plugins in plain JavaScript. */

const ref = fields<SessionRef>({
  id,
  source: id,
  title: maybe(text),
  cwd: maybe(text),
  folders: maybe(list(text)),
  project: maybe(project),
  branch: maybe(text),
  startedAt: maybe(time),
  updatedAt: maybe(time),
  bytes: maybe(number),
  archived: maybe(flag),
  unlisted: maybe(flag),
  trace: maybe(flag),
  expiresAt: maybe(time),
  listedBy: maybe(text),
  parent: maybe(parent),
  subagentCount: maybe(number),
  revision: text,
  locator: that((value) => value !== undefined),
});

const retention = fields<Retention>({
  days: number,
  path: maybe(text),
  doubt: maybe(text),
  setting: maybe(fields<NonNullable<Retention["setting"]>>({ text, path: text })),
});

const store = fields<Store>({
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
  recentProjects: maybe(list(text)),
  unownedFiles: maybe(record(number)),
  retention: maybe(retention),
});

function finder({ check }: AnyField, rigour: Rigour): (value: unknown) => string | undefined {
  return (value) => check(value, rigour)?.replace(/^\./, "");
}

/**
 * The path of the first field of a message that is not what the model says ("parts[0].status"); ""
 * for a value that is no object, undefined when all is right. Fields that the model does not have are
 * ignored. Throws a RangeError for parts that are nested too deep for the stack.
 */
export const wrongMessageField = finder(message, "usual");

/** The same for a session without its messages and sub-agents, its branches without theirs. */
export const wrongHeaderField = finder(header, "usual");

/**
 * The path of the first field of a whole session that is not what the model says, or not in the model
 * at all: "subagents[0].messages[3].role".
 */
export const wrongSessionField = finder(session, "strict");

/** The same for a ref. */
export const wrongRefField = finder(ref, "strict");

/** The same for a store. */
export const wrongStoreField = finder(store, "strict");

/**
 * The path of the first field of a whole session that is of another type than the model says, so that
 * programs could fail. A time may be any text, and fields that the model does not have are ignored.
 */
export const brokenSessionField = finder(session, "loose");

/** The same for a ref. */
export const brokenRefField = finder(ref, "loose");

/** The same for a store. */
export const brokenStoreField = finder(store, "loose");
