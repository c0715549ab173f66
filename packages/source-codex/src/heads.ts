import { basename } from "node:path";
import { defined, type JsonObject, type Parent, present } from "@chatexport/core";
import {
  jsonLinesOf,
  nameSet,
  numberOf,
  objectOf,
  objectsOf,
  oneLine,
  parseLine,
  promptTitle,
  readBytes,
  textOf,
  utcTime,
  withoutByteOrderMark,
  withoutLinesEnding,
} from "@chatexport/core/read";
import { Fields } from "@chatexport/core/source";
import { agentName, hasOwnTitle, parentOf } from "./agents.js";
import { textsOf } from "./content.js";
import { named } from "./fields.js";
import { injectedTexts, splitPrompt } from "./injected.js";
import { timeInId } from "./item-times.js";
import { holdsRecords } from "./locate.js";
import type { Title } from "./titles.js";
import { typedCommand, userCommandIn } from "./user-commands.js";

/** The facts from both ends of a file. */
export interface Head {
  id: string;
  /** The fields of its header about Git and the sessions that it comes from; the rest is mostly instructions. */
  header: JsonObject;
  /** "paginated", "enveloped", "bare" or "document". */
  shape: string;
  /** The folder where it began. */
  cwd?: string;
  parent?: Parent;
  startedAt?: string;
  updatedAt?: string;
  /** A name, the first prompt or a goal; of a sub-agent else what it is called. */
  title?: Title;
  /** Nothing was said in it. */
  isEmpty?: true;
}

/**
 * The instructions of the tool are in the first line; after them, mostly soon, comes the first
 * prompt.
 */
const headLengths = [64 * 1024, 256 * 1024];
const tailLength = 16 * 1024;

/**
 * The facts from both ends of a file; undefined when it is no session. `cut`: no prompt from this ordinal on is
 * the title. Throws when it cannot be read.
 */
export function headOf(path: string, size: number, cut = Infinity): Head | undefined {
  let head: Head | undefined;
  for (const length of headLengths) {
    head = headWithin(path, size, length, cut);
    if (head?.title || size <= length) break;
  }
  if (!head) return undefined;
  const agent = oneLine(agentName(head.header) ?? "");
  const named = agent ? { title: agent, titleFrom: "generated" as const } : undefined;
  const { git, forked_from_id, history_base } = head.header;
  const header = present<JsonObject>({ git, forked_from_id, history_base });
  return { ...head, header, ...defined({ title: head.title ?? named }) };
}

function headWithin(path: string, size: number, headLength: number, cut: number): Head | undefined {
  const start = readBytes(path, 0, Math.min(size, headLength));
  const isDocument = path.endsWith(".json");
  const records = isDocument ? recordsOfDocument(start.toString()) : recordsOfLines(start);
  const [record = {}] = records;
  const payload = objectOf(record?.payload);
  const isHeader = record?.type === (payload && "session_meta");
  // A damaged beginning does not cost the session: the file has its id in its name, or the name is one.
  const header = (isHeader ? (payload ?? record) : undefined) ?? {};
  const named = () => (holdsRecords(start.toString()) ? nameOf(path) : undefined);
  const id = textOf(header.id) ?? (size === 0 ? undefined : (idIn(path) ?? named()));
  if (id === undefined) return undefined;
  const startedAt = utcTime(header.timestamp) ?? utcTime(record.timestamp);
  const end = size <= headLength ? start : readBytes(path, size - tailLength, tailLength);
  const title = hasOwnTitle(header) ? titleIn(records, cut) : undefined;
  const parent = parentOf(header);
  const isWhole = size <= headLength && !isDocument && !header.history_base;
  const lineShape = record.ordinal === undefined ? "enveloped" : "paginated";
  return present<Head>({
    id,
    header,
    shape: isDocument ? "document" : payload || !records[0] ? lineShape : "bare",
    cwd: textOf(header.cwd) ?? folderIn(records),
    parent: parent && present({ ...parent, sessionId: parent.sessionId ?? reviewedIn(start) }),
    startedAt,
    updatedAt: latest(lastTime(end.toString("latin1")), startedAt),
    title,
    isEmpty: (isWhole && !title && isSilent(start.toString())) || undefined,
  });
}

/** The first record, and those that may tell a title: outputs, which are most of a file, tell none. */
function recordsOfLines(bytes: Buffer): JsonObject[] {
  const records: JsonObject[] = [];
  for (let start = 0; start < bytes.length; ) {
    const found = bytes.indexOf(newline, start);
    const end = found === -1 ? bytes.length : found;
    // To decode all of them takes longer than the rest of a list.
    const isHeadless = records[0]?.type !== "session_meta";
    const line = bytes.toString("latin1", start, end);
    if (records.length === 0 || telling.test(line) || (isHeadless && line.includes(settings)))
      for (const found of jsonLinesOf([bytes.toString("utf8", start, end)], true))
        if ("record" in found) records.push(found.record);
    start = end + 1;
  }
  return records.length > 0 ? records : recordsOverLines(bytes.toString());
}

/** The records of a text in which none is a line, as when another program has laid it out anew. */
function recordsOverLines(text: string): JsonObject[] {
  const found = jsonLinesOf(text.split("\n"), true);
  return [...found].flatMap((line): JsonObject[] => ("record" in line ? [line.record] : []));
}

const newline = 0x0a;

const telling = /"(?:user|user_message|UserMessage|thread_(?:name|goal)_updated)"/;

/** The header is at the beginning of a document, or the document is short. */
function recordsOfDocument(text: string): JsonObject[] {
  const whole = parseLine(withoutByteOrderMark(text));
  if (typeof whole === "object") return [objectOf(whole.session) ?? {}, ...objectsOf(whole.items)];
  const found = /"session"\s{0,20}:\s{0,20}(\{[^{}]{0,100000}\})/.exec(text.slice(0, 200_000));
  const header = parseLine((found?.[1] ?? "").replaceAll("\n", " "));
  return typeof header === "object" ? [header] : [];
}

/** The name of a file without its ending: so a continuation comes after the file that it goes on from. */
export function nameOf(path: string): string {
  return withoutLinesEnding(basename(path));
}

function idIn(path: string): string | undefined {
  return /rollout-[\dT:-]{10,20}-([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(?:_[\da-f-]{36})?\.jsonl?(?:$|\.)/.exec(
    path,
  )?.[1];
}

/** The later of two times: the clock of a machine may be set back. */
export function latest(one: string | undefined, other: string | undefined): string | undefined {
  return one !== undefined && (other === undefined || one > other) ? one : other;
}

function lastTime(end: string): string | undefined {
  for (const line of end.split("\n").reverse()) {
    const time = /^\{"timestamp": ?"([^"]{20,40})"/.exec(line)?.[1];
    const id = /^\{"type": ?"\w{1,40}", ?"id": ?"(\w{1,80})"/.exec(line)?.[1];
    const found = utcTime(time) ?? timeInId(id);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The folder that the model was told: headers until September 2025 have none. */
function folderIn(records: readonly JsonObject[]): string | undefined {
  for (const record of records) {
    const payload = payloadOf(record);
    const folder = record.type === settings ? payload.text("cwd") : undefined;
    if (folder !== undefined) return folder;
    for (const text of textsOf(payload)) {
      const found = toldFolder.exec(text)?.[1];
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

/** The type of the records that tell the settings of each turn. */
const settings = "turn_context";

function payloadOf(record: JsonObject): Fields {
  return new Fields(objectOf(record.payload) ?? record, named);
}

const toldFolder =
  /^\s*<environment_context>[\s\S]{0,1000}?(?:<cwd>|Current working directory: )([^<\n]{1,4096})/;

/** The session that a reviewer's prompts are about: its header does not name it (0.126). */
function reviewedIn(start: Buffer): string | undefined {
  return /"text": ?"Reviewed Codex session id: ([\da-f-]{36})/.exec(start.toString("latin1"))?.[1];
}

/** A name in the file, else the first prompt, else the goal. */
function titleIn(records: readonly JsonObject[], cut: number): Title | undefined {
  const noted: string[] = [];
  const prompts: string[] = [];
  let name: string | undefined;
  let goal: string | undefined;
  for (const record of records) {
    const payload = payloadOf(record);
    const type = payload.text("type");
    if (type === "thread_name_updated") name = payload.text("thread_name") ?? name;
    else if (type === "thread_goal_updated")
      goal = payload.object("goal")?.text("objective") ?? goal;
    else if ((numberOf(record.ordinal) ?? 0) < cut) {
      noted.push(...notedPrompts(payload, type));
      prompts.push(...promptsIn(payload, type));
    }
  }
  // What the tool notes is a prompt; of an item, its beginning has to tell.
  const first = titleOf(noted) ?? titleOf(prompts);
  const given = oneLine(name ?? (first === undefined ? goal : undefined) ?? "");
  if (given !== undefined) return { title: given, titleFrom: "user" };
  return first === undefined ? undefined : { title: first, titleFrom: "first-message" };
}

function notedPrompts(payload: Fields, type: string | undefined): string[] {
  if (type === "transcript_segment" && payload.text("role") === "user")
    return [payload.text("text") ?? ""];
  if (type === "user_message") return [payload.text("message") ?? ""];
  const item = payload.object("item");
  return item?.text("type") === "UserMessage" ? textsOf(item).slice(0, 1) : [];
}

function promptsIn(payload: Fields, type: string | undefined): string[] {
  if (type !== "message" || payload.text("role") !== "user") return [];
  const injected = injectedTexts(payload);
  return textsOf(payload).flatMap((text) => {
    const command = injected.get(text) === "command" ? userCommandIn(text) : undefined;
    if (command) return typedCommand(command);
    return injected.has(text) ? [] : text;
  });
}

function titleOf(prompts: readonly string[]): string | undefined {
  return promptTitle(prompts.map((prompt) => splitPrompt(prompt).typed));
}

/**
 * True when nothing was said in a whole file: the tool alone wrote, and only what every session begins
 * with.
 */
function isSilent(lines: string): boolean {
  return lines.split("\n").every((line) => {
    const record = parseLine(line);
    return record === undefined || (typeof record === "object" && isQuiet(record));
  });
}

const quiet = nameSet(
  "session_meta turn_context world_state state task_started turn_started thread_settings_applied",
  "session_configured token_count turn_aborted thread_rolled_back",
);

function isQuiet(record: JsonObject): boolean {
  const payload = payloadOf(record);
  const type = payload.text("type", "record_type") ?? textOf(record.type) ?? "session_meta";
  if (type !== "message") return quiet.has(type);
  const role = payload.text("role");
  if (role !== "user") return role === "developer" || role === "system";
  const injected = injectedTexts(payload);
  const reasons = payload.objects("content").map((block) => injected.get(block.text("text") ?? ""));
  // A command is told by the tool, and typed by a person.
  return reasons.length > 0 && reasons.every((reason) => reason && reason !== "command");
}
