import { statSync } from "node:fs";
import { basename, join } from "node:path";
import { type Context, errorCode, type JsonObject, present } from "@chatexport/core";
import {
  attempt,
  isMissing,
  jsonIn,
  listOf,
  objectOf,
  objectsOf,
  readBytes,
} from "@chatexport/core/read";
import {
  droppedFields,
  type Fields,
  type NamedFields,
  namesIn,
  RowsBeside,
} from "@chatexport/core/source";
import { malformedRecord } from "./diagnostics.js";
import { type Head, type OwnProject, ownFacts, stateOf } from "./heads.js";
import { promptIn } from "./session-ends.js";
import { contentOf, type StoredRecord, type StoredSession } from "./stored.js";

/** The sessions of a folder with a file for each session, message and part. Reports what hides one. */
export function headsBelow(
  folder: string,
  isWanted: (id: string) => boolean,
  context: Context,
): Head[] {
  const rows = new RowsBeside(projectFields);
  const heads = namesIn(join(folder, "session"), context).flatMap((project) => {
    const path = join(folder, "project", `${project}.json`);
    const stored = objectIn(path);
    const read = (row: Fields) => ({ worktree: row.text("worktree"), name: row.text("name") });
    if ("cause" in stored && !isMissing(stored.cause))
      context.report(malformedRecord({ path }, stored.cause));
    const told = "cause" in stored ? {} : rows.read(stored.object, { path }, read);
    return namesIn(join(folder, "session", project), context).flatMap((name) => {
      context.signal.throwIfAborted();
      const id = basename(name, ".json");
      if (!name.endsWith(".json") || !isWanted(id)) return [];
      const path = join(folder, "session", project, name);
      const info = objectIn(path);
      if ("cause" in info) context.report(malformedRecord({ path }, info.cause));
      return "cause" in info ? [] : [headOf(folder, id, told, info.object, context)];
    });
  });
  rows.report(context);
  return heads;
}

/** The fields of a project that are not read. */
const projectFields: NamedFields = {
  dropped: droppedFields({
    "of the tool's list of projects": {
      texts: "id vcs vcsDir",
      objects: "commands icon sandboxes time",
    },
  }),
};

function headOf(
  folder: string,
  id: string,
  project: OwnProject,
  info: JsonObject,
  context: Context,
): Head {
  const files = filesOf(folder, id, context);
  const sizes = files.map((path) => attempt(() => statSync(path)));
  const facts = ownFacts(info, project);
  return present<Head>({
    ...facts,
    ...{ id, store: folder, format: "opencode/json" },
    prompt: facts.title === undefined ? firstPrompt(folder, id, context) : undefined,
    bytes: sizes.reduce((sum, file) => sum + (file?.size ?? 0), 0),
    isEmpty: namesIn(join(folder, "message", id), context).length === 0 ? true : undefined,
    state: stateOf(
      info,
      files.map((path, index) => [basename(path), sizes[index]?.size, sizes[index]?.mtimeMs]),
    ),
  });
}

/** Everything that a folder has of a session. */
export function sessionBelow(folder: string, id: string, context: Context): StoredSession {
  const stored: StoredSession = {
    messages: [],
    parts: [],
    todos: [],
    events: [],
    broken: [],
    read: 0,
    skipped: {},
  };
  const own = sessionFile(folder, id, context);
  if (own) stored.info = recordIn(own, stored)?.data;
  // The files do not say when they were written, but ids did not begin again in their time.
  for (const [time, name] of namesIn(join(folder, "message", id), context).entries()) {
    context.signal.throwIfAborted();
    const message = recordIn(join(folder, "message", id, name), stored);
    if (message) stored.messages.push({ ...message, time });
    // The parts of a message that cannot be read are read nevertheless.
    const messageId = basename(name, ".json");
    for (const part of namesIn(join(folder, "part", messageId), context)) {
      const record = recordIn(join(folder, "part", messageId, part), stored);
      if (record) stored.parts.push({ ...record, time, messageId });
    }
  }
  addTodos(join(folder, "todo", `${id}.json`), stored);
  return stored;
}

/** A file holds the whole list; each line of it counts as a record. */
function addTodos(path: string, stored: StoredSession): void {
  try {
    const list = listOf(jsonIn(readBytes(path)));
    if (!list) throw new SyntaxError("It holds no list.");
    stored.read += list.length;
    stored.todos = objectsOf(list);
    for (const item of list) if (!objectOf(item)) stored.broken.push({ origin: { path } });
  } catch (cause) {
    if (errorCode(cause) === "ENOENT") return;
    stored.read++;
    stored.broken.push({ origin: { path }, cause });
  }
}

/** All files that a session is made of. */
export function filesOf(folder: string, id: string, context: Context): string[] {
  const messages = join(folder, "message", id);
  const own = sessionFile(folder, id, context);
  const names = namesIn(messages, context);
  const todos = join(folder, "todo", `${id}.json`);
  return [
    ...(own ? [own] : []),
    ...names.map((name) => join(messages, name)),
    ...names.flatMap((name) => {
      const parts = join(folder, "part", basename(name, ".json"));
      return namesIn(parts, context).map((part) => join(parts, part));
    }),
    ...(attempt(() => statSync(todos)) ? [todos] : []),
  ];
}

function sessionFile(folder: string, id: string, context: Context): string | undefined {
  return namesIn(join(folder, "session"), context)
    .map((project) => join(folder, "session", project, `${id}.json`))
    .find((path) => attempt(() => statSync(path).isFile()));
}

function firstPrompt(folder: string, id: string, context: Context): string | undefined {
  const [first] = namesIn(join(folder, "message", id), context);
  if (first === undefined) return undefined;
  const parts = join(folder, "part", basename(first, ".json"));
  return promptIn(
    namesIn(parts, context).map((name) => {
      const found = objectIn(join(parts, name));
      return "cause" in found ? undefined : found.object;
    }),
  );
}

function recordIn(path: string, stored: StoredSession): StoredRecord | undefined {
  stored.read++;
  const found = objectIn(path);
  if ("cause" in found) {
    stored.broken.push({ origin: { path }, cause: found.cause });
    return undefined;
  }
  // Names count: sessions were moved without a change in the files.
  return { id: basename(path, ".json"), time: 0, origin: { path }, data: contentOf(found.object) };
}

function objectIn(path: string): { object: JsonObject } | { cause: unknown } {
  try {
    const object = objectOf(jsonIn(readBytes(path)));
    return object ? { object } : { cause: undefined };
  } catch (cause) {
    return { cause };
  }
}
