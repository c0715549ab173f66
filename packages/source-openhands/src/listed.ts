import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { type Context, contextFor, present, type SessionRef } from "@chatexport/core";
import {
  attempt,
  objectOf,
  objectsOf,
  parseJson,
  projectOf,
  promptTitle,
  readBytes,
  textOf,
  utcTime,
} from "@chatexport/core/read";
import { type Listed, namesIn, revisionOf, sessionFiles } from "@chatexport/core/source";

/** The name of the file beside the events with the state of a conversation. */
export const stateName = "base_state.json";
const eventsName = "events";

/** The conversations at a place: the place itself, or folders in it. Throws when it cannot be read. */
export function conversationsAt(place: string, context: Context): SessionRef<string>[] {
  if (!statSync(place).isDirectory()) return [];
  const isConversation = (folder: string) =>
    namesIn(folder, context).some((name) => name === stateName || name === eventsName);
  const folders = isConversation(place)
    ? [place]
    : namesIn(place, context)
        .map((name) => join(place, name))
        .filter(isConversation);
  return folders.map((folder) => refOf(folder));
}

/** The conversations at a place that a user names: a file of one, or a folder at any height above them. */
export function conversationsBelow(place: string, context: Context): SessionRef<string>[] {
  const folders = sessionFiles(place, (path) => conversationOf(path) !== undefined, context).map(
    conversationOf,
  );
  return [...new Set(folders)].flatMap((folder) => (folder === undefined ? [] : refOf(folder)));
}

/** The folder of the conversation that a file belongs to, by its name. */
function conversationOf(path: string): string | undefined {
  const folder = dirname(path);
  if (basename(path) === stateName) return folder;
  return isEvent(basename(path)) && basename(folder) === eventsName ? dirname(folder) : undefined;
}

function refOf(folder: string): SessionRef<string> {
  const listed = listedOf(folder);
  const files = filesOf(folder);
  const sizes = files.map((path) => attempt(() => statSync(path).size) ?? 0);
  return present({
    source: "openhands",
    ...listed,
    bytes: sizes.reduce((sum, size) => sum + size, 0),
    revision: revisionOf(files, listed),
    locator: folder,
  });
}

/** All files of a conversation that say something. */
export function filesOf(folder: string): string[] {
  const state = join(folder, stateName);
  return [...eventFiles(folder), ...(existsSync(state) ? [state] : [])];
}

/**
 * The files of events in their order: by number, which has five digits or more. Reports where they cannot be read, if
 * a context is given.
 */
export function eventFiles(folder: string, context = contextFor({}, {})): string[] {
  const events = join(folder, eventsName);
  return namesIn(events, context)
    .filter(isEvent)
    .sort((one, other) => numberOf(one) - numberOf(other))
    .map((name) => join(events, name));
}

function isEvent(name: string): boolean {
  return /^event-\d{5,}-[\da-f-]{8,}\.json$/i.test(name);
}

function numberOf(name: string): number {
  return Number.parseInt(name.slice("event-".length), 10);
}

/** Facts of a conversation, from the beginning of its state, its first events and its last one. */
export function listedOf(folder: string): Listed {
  const events = eventFiles(folder);
  const first = events.slice(0, firstEvents).map(startOf);
  const last = startOf(events.at(-1) ?? "");
  const [, place] =
    /"workspace"\s*:\s*\{[^{}]*?"working_dir"\s*:\s*("(?:[^"\\]|\\.)*")/.exec(
      startOf(join(folder, stateName)),
    ) ?? [];
  const cwd = textOf(parseJson(place));
  // A folder without an event may be one that cannot be read.
  const isEmpty =
    events.length > 0
      ? first.length === events.length && first.every(isSilent)
      : (attempt(() => !readdirSync(folder).includes(eventsName)) ?? false);
  return present<Listed>({
    id: idOf(folder),
    title: promptTitle(first.flatMap(promptIn)),
    cwd,
    project: projectOf(cwd),
    startedAt: timeIn(first[0] ?? ""),
    updatedAt: timeIn(last),
    listedBy: isEmpty ? "empty" : undefined,
  });
}

/** The number of events in which the title is looked for, and of bytes of a file. */
const [firstEvents, startLength] = [8, 64 * 1024];

function startOf(path: string): string {
  return attempt(() => readBytes(path, 0, startLength).toString()) ?? "";
}

/** The id of a conversation: the folder has its digits. */
function idOf(folder: string): string {
  const name = basename(folder);
  return name.replace(
    /^([\da-f]{8})([\da-f]{4})([\da-f]{4})([\da-f]{4})([\da-f]{12})$/i,
    "$1-$2-$3-$4-$5",
  );
}

function promptIn(start: string): string[] {
  const { source, llm_message } = objectOf(parseJson(start)) ?? {};
  const texts = objectsOf(objectOf(llm_message)?.content).map(({ text }) => textOf(text) ?? "");
  return source === "user" ? [texts.join("\n")] : [];
}

/** True when an event sets a conversation up, and says nothing in it. */
function isSilent(start: string): boolean {
  return /"system_prompt"\s*:|"kind"\s*:\s*"ConversationStateUpdateEvent"/.test(start);
}

function timeIn(start: string): string | undefined {
  const [, time] = /"timestamp"\s*:\s*"([^"\\]{10,40})"/.exec(start) ?? [];
  return clockTime(time);
}

/** A time that the machine's clock showed, in a zone that nobody wrote down: it is taken for UTC. */
export function clockTime(value: unknown): string | undefined {
  const text = textOf(value);
  if (text === undefined) return undefined;
  return utcTime(/(?:Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`);
}
