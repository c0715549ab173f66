import { statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { type Context, present } from "@chatexport/core";
import {
  attempt,
  nameOfRemoteFolder,
  parseJson,
  pathOfUrl,
  promptTitle,
  readBytes,
  remembered,
  textOf,
  utcTime,
} from "@chatexport/core/read";
import {
  droppedFields,
  type Fields,
  type Listed,
  type NamedFields,
  RowsBeside,
} from "@chatexport/core/source";

/** Facts of a session, from the beginning of its file and the list beside it; undefined for another file. */
export function listedOf(path: string, context?: Pick<Context, "report">): Listed | undefined {
  const start = readBytes(path, 0, startLength).toString();
  const isSession = ownNames.filter((name) => start.includes(`"${name}"`)).length > 1;
  const { entries, rows } = listIn(listBeside(path));
  // A damaged beginning does not cost the session: its file is named after it.
  const name = basename(path, ".json");
  const isNamed = start !== "" && (entries.has(name) || ownPlace.test(path));
  if (!isSession && !isNamed) return undefined;
  if (context) rows.report(context);
  const id = fieldIn(start, "sessionId") ?? name;
  const { title, place, startedAt } = entries.get(id) ?? {};
  return present<Listed>({
    id,
    title: ownTitle(fieldIn(start, "title") ?? title) ?? firstPrompt(start),
    ...whereOf(folderOf(fieldIn(start, "workspaceDirectory") ?? place)),
    startedAt,
    // The file has no times but those of thoughts.
    updatedAt: startedAt === undefined ? utcTime(statSync(path).mtimeMs) : undefined,
  });
}

/** The folder of a session, which may be in a container or on another machine. */
function whereOf(place: string | undefined): Partial<Listed> {
  const isElsewhere = /^[\w.+-]{2,40}:\/\//.test(place ?? "");
  if (place === undefined || !isElsewhere) return present({ cwd: place });
  return { project: present({ name: nameOfRemoteFolder(place), uri: place }) };
}

const startLength = 64 * 1024;

/** Names of which a session has several. */
const ownNames = ["sessionId", "workspaceDirectory", "history", "contextItems", "timeline"];

const ownPlace = /[\\/]\.continue[\\/]sessions[\\/][\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\.json$/;

/** A text among the fields of the session, which come before and after its history. */
function fieldIn(start: string, name: string): string | undefined {
  const found = new RegExp(
    `^\\{?\\s{0,20}"${name}"\\s{0,20}:\\s{0,20}("(?:[^"\\\\]|\\\\.){0,2000}")`,
    "m",
  );
  return textOf(parseJson(found.exec(start)?.[1]));
}

/** The title, but for what the tool writes until there is one. */
export function ownTitle(title: string | undefined): string | undefined {
  return title === "Untitled Session" || title === "New Session" ? undefined : title;
}

const prompt =
  /"role"\s{0,20}:\s{0,20}"user",\s{0,40}"content"\s{0,20}:\s{0,20}("(?:[^"\\]|\\.){0,2000}")/;

function firstPrompt(start: string): string | undefined {
  return promptTitle(textOf(parseJson(prompt.exec(start)?.[1])) ?? "");
}

/** A folder as a path; in editors it is an address. */
export function folderOf(place: string | undefined): string | undefined {
  return place?.startsWith("file:") ? pathOfUrl(place) : place || undefined;
}

function listBeside(path: string): string {
  return join(dirname(path), "sessions.json");
}

/** An entry of the list beside the sessions. */
interface Entry {
  id: string | undefined;
  title: string | undefined;
  /** A path, or an address. */
  place: string | undefined;
  startedAt: string | undefined;
}

/** The list of all sessions by their ids, and the account of its rows. */
interface SessionList {
  entries: ReadonlyMap<string | undefined, Entry>;
  rows: RowsBeside;
}

const listFields: NamedFields = {
  dropped: droppedFields({ "a count of messages": { texts: "messageCount" } }),
};

/** The list, read again when it has changed. */
function listIn(path: string): SessionList {
  return readList(`${attempt(() => statSync(path).mtimeMs) ?? ""}\n${path}`);
}

const readList = remembered((key: string): SessionList => {
  const path = key.slice(key.indexOf("\n") + 1);
  const rows = new RowsBeside(listFields);
  const text = attempt(() => readBytes(path).toString());
  // What is no JSON is no list, either.
  const list = parseJson(text) ?? text;
  const entries = rows.readEach(list, "sessions", { path }, entryOf);
  return { entries: new Map(entries.map((entry) => [entry.id, entry])), rows };
});

function entryOf(fields: Fields): Entry {
  return {
    id: fields.text("sessionId", "session_id"),
    title: fields.text("title"),
    place: fields.text("workspaceDirectory", "workspace_directory"),
    startedAt: fields.made(utcTime, "dateCreated", "date_created"),
  };
}
