import { type Stats, statSync } from "node:fs";
import { basename } from "node:path";
import { type Context, type JsonObject, type Project, present } from "@chatexport/core";
import {
  attempt,
  beginsPrompt,
  isLinesName,
  listOf,
  nameOfRemoteFolder,
  numberOf,
  objectOf,
  objectsOf,
  oneLine,
  parseLine,
  projectOf,
  promptTitle,
  readBytes,
  readDocument,
  sizeOf,
  stringOf,
  textOf,
  unknownFile,
  utcTime,
  withoutByteOrderMark,
  withoutLinesEnding,
} from "@chatexport/core/read";
import type { Head } from "../head.js";
import { type ChatIndex, editsAt, isDatabase } from "./places.js";

/** A chat up to this size is read whole for a list; of a longer one, both ends tell most. */
const headLength = 256 * 1024;
const tailLength = 64 * 1024;

/** The text of a chat that a list looks at. */
interface ChatText {
  /** Its file, or the database that it lies in. */
  path: string;
  /** Both ends of its text, which are the same where they are all of it. */
  start: string;
  end: string;
  isWhole: boolean;
  bytes: number;
  /** Tells of each change of the text. */
  state: string;
}

/**
 * The facts from both ends of a file. Undefined for a chat in which nothing was asked. Throws when
 * it cannot be read.
 */
export function chatHead(path: string, index: ChatIndex, context: Context): Head | undefined {
  const info = statSync(path);
  const start = withoutByteOrderMark(readBytes(path, 0, headLength).toString());
  const size = sizeOf(path);
  const isWhole = size <= headLength;
  const end = isWhole ? start : readBytes(path, size - tailLength, tailLength).toString();
  // A log that lost its first line has changes alone.
  if (!/"(?:requests|creationDate|responderUsername)" ?:|"k" ?: ?\["requests"/.test(start)) {
    context.report(unknownFile(path, "Copilot"));
    return undefined;
  }
  const state = stateOf(info);
  return headIn({ path, start, end, isWhole, bytes: info.size, state }, index);
}

/** The facts from the text of a chat. Undefined for one in which nothing was asked. */
export function headIn(text: ChatText, index: ChatIndex): Head | undefined {
  const { path, start, end, isWhole, bytes } = text;
  const created = fieldIn(start, end, "creationDate");
  const isExported = created === undefined && path.endsWith(".json");
  const known = toldIn(start) ?? (isExported ? exportedIn(path) : undefined);
  const told = known ?? {};
  const id = textOf(told.sessionId) ?? idIn(path, start, end);
  const requests = objectsOf(told.requests);
  if (isWhole && listOf(known?.requests)?.length === 0 && !isAdded(start)) return undefined;
  const prompt = promptIn(requests[0]) ?? addedPrompt(start) ?? textIn(start);
  const place = index.place(path);
  const edits = editsAt(path, id);
  return present<Head>({
    id,
    kind: isDatabase(path) ? "stored-chat" : "chat",
    path,
    format: isLinesName(path) ? "copilot/chat-log" : "copilot/chat-document",
    ...titleOf(customTitle(start, end) ?? textOf(told.customTitle), prompt, index.title(path, id)),
    cwd: place.path,
    project:
      projectOf(place.path) ??
      (place.url === undefined
        ? undefined
        : present<Project>({ name: nameOfRemoteFolder(place.url), uri: place.url })),
    branch: branchOf(told),
    startedAt: utcTime(told.creationDate ?? Number(created)) ?? firstTime(requests),
    updatedAt: lastTime(start, end),
    bytes,
    state: `${text.state}\n${stateOf(edits === undefined ? undefined : attempt(() => statSync(edits)))}`,
  });
}

function stateOf(info: Stats | undefined): string {
  return `${info?.size} ${info?.mtimeMs}`;
}

/** The editor names a file by the id of its chat; one that a person exported may have any name. */
function idIn(path: string, start: string, end: string): string {
  const stem = withoutLinesEnding(basename(path)).replace(/\.json$/, "");
  return /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(stem)
    ? stem
    : (fieldIn(start, end, "sessionId") ?? stem);
}

/** A document that a person exported, which has no facts at its ends. */
function exportedIn(path: string): JsonObject | undefined {
  const document = readDocument(path);
  return "record" in document ? document.record : toldIn(document.text);
}

/** The document, where the beginning of a file has all of it. */
function toldIn(start: string): JsonObject | undefined {
  const first = start.startsWith('{"kind"') ? start.split("\n", 1)[0] : start;
  const parsed = parseLine(first ?? "");
  if (typeof parsed !== "object") return undefined;
  return parsed.kind === 0 ? objectOf(parsed.v) : parsed;
}

function fieldIn(start: string, end: string, name: string): string | undefined {
  const field = new RegExp(`"${name}" ?: ?"?([\\w-]{1,60})`);
  return field.exec(start)?.[1] ?? field.exec(end)?.[1];
}

/** A title in the document, else the last one that a change sets. */
function customTitle(start: string, end: string): string | undefined {
  for (const text of [end, start]) {
    const found = [
      ...text.matchAll(/"k": ?\["customTitle"\], ?"v": ?("(?:[^"\\]|\\.){0,1000}")/g),
      ...(text === end ? text.slice(-4096) : text.slice(0, 4096)).matchAll(
        /"customTitle": ?("(?:[^"\\]|\\.){0,1000}")/g,
      ),
    ];
    // A change of the title stands behind the title that it changes.
    const last = found.sort((a, b) => a.index - b.index).at(-1)?.[1];
    const title: unknown = last && attempt(() => JSON.parse(last));
    if (textOf(title) !== undefined) return textOf(title);
  }
  return undefined;
}

function isAdded(start: string): boolean {
  return /"k": ?\["requests"/.test(start);
}

/** The first request that a change adds to a log. */
function addedPrompt(start: string): string | undefined {
  if (!start.startsWith('{"kind"')) return undefined;
  for (const line of start.split("\n").slice(1)) {
    if (!isAdded(line)) continue;
    const parsed = parseLine(line);
    const prompt = typeof parsed === "object" && promptIn(objectOf(listOf(parsed.v)?.[0]));
    if (prompt) return prompt;
  }
  return undefined;
}

function promptIn(request: JsonObject | undefined): string | undefined {
  return textOf(request?.message) ?? textOf(objectOf(request?.message)?.text);
}

/** The first text behind the beginning of the requests of a long document. */
function textIn(start: string): string | undefined {
  const at = start.indexOf('"requests"');
  const text = /"text" ?: ?("(?:[^"\\]|\\.){0,4000}")/.exec(at === -1 ? "" : start.slice(at))?.[1];
  return stringOf(text && attempt((): unknown => JSON.parse(text)));
}

function titleOf(
  custom: string | undefined,
  prompt: string | undefined,
  listed: string | undefined,
): Pick<Head, "title" | "titleFrom"> {
  const own = promptTitle(prompt ?? "");
  const title = oneLine(custom ?? listed ?? "");
  const isPrompt = custom === undefined && beginsPrompt(title ?? "", prompt ?? "");
  if (title !== undefined && !isPrompt) return { title };
  return own === undefined ? {} : { title: own, titleFrom: "first-message" };
}

/** The time of the first request: a chat that a person exported does not say when it began. */
function firstTime(requests: readonly JsonObject[]): string | undefined {
  return requests.map(({ timestamp }) => timeOf(timestamp)).find((time) => time !== undefined);
}

/** The last time that either end names. */
function lastTime(start: string, end: string): string | undefined {
  const field = /"(?:lastMessageDate|timestamp|completedAt)" ?: ?(\d{13})\b/g;
  const times = [...start.matchAll(field), ...end.matchAll(field)].map(([, time]) => Number(time));
  return times.length === 0 ? undefined : utcTime(times.reduce((a, b) => Math.max(a, b)));
}

/** The chat's facts about the repository. */
export function repositoryOf(document: JsonObject): JsonObject {
  return objectOf(document.repoData) ?? {};
}

function branchOf(document: JsonObject): string | undefined {
  const { localBranch, branch } = repositoryOf(document);
  return textOf(localBranch) ?? textOf(branch);
}

function timeOf(value: unknown): string | undefined {
  return utcTime(numberOf(value));
}
