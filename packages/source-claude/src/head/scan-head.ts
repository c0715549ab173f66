import { setImmediate } from "node:timers/promises";
import {
  type Context,
  type Diagnostic,
  type JsonObject,
  nonEmpty,
  present,
} from "@chatexport/core";
import {
  attempt,
  damagedArchive,
  isArchiveName,
  jsonLinesOf,
  objectOf,
  otherToolAt,
  otherToolFile,
  otherToolIn,
  readBytes,
  textOf,
  unreadableFile,
  utcTime,
  wordOf,
} from "@chatexport/core/read";
import { emptyTranscript, foreignFile } from "../diagnostics.js";
import {
  type Ends,
  headLines,
  linesAfterHead,
  linesFromEnd,
  linesWith,
  readEnds,
} from "../files/file-ends.js";
import type { TranscriptFile } from "../locate/contents.js";
import type { StoreFile } from "../locate/disk.js";
import { isAgentFile } from "../locate/file-kinds.js";
import { isOfQoder } from "../locate/qoder.js";
import { isCompactionSummary } from "../records/compaction-summary.js";
import { writerOf } from "../records/injected-text.js";
import { recordShaper } from "../records/other-writers.js";
import { promptParts, saysSomething } from "../records/prompts.js";
import { warmUps } from "../records/purposes.js";
import {
  conversationTypes,
  hasNewCopies,
  identityOf,
  isTranscriptType,
} from "../records/records.js";
import { type Head, HeadBuilder } from "./head.js";

/** The facts from both ends of a transcript. */
export interface HeadScan {
  /** The apparent kind of the file; only a conversation is worth a session. */
  kind: "conversation" | "empty" | "no-conversation" | "foreign" | "damaged";
  head: Head;
  /** The session that the first message names; for a sub-agent its parent. */
  sessionId?: string;
  /** Tells the first message of a person or the model from all others, and is the same in copies. */
  start?: string;
  /** The session that the last record names. */
  lastSessionId?: string;
  /** The first time in the order of the file: a fork can begin with a note, and older messages behind it. */
  begunAt?: string;
  /** The first response of the model, by versions up to 2.0; the same in copies of all of them. */
  firstResponse?: string;
  /** The session from which the records were copied, as far as the first of them name it. */
  forkedFrom?: string;
  /** Some responses were made in another session (2.1.330). */
  hasForeignResponses?: boolean;
  /** The version of the tool that wrote it last. */
  version?: string;
  /** Qoder wrote it. */
  isOfQoder?: boolean;
  /** The session that went on where this one ends (2.1.258 and later). */
  continuedIn?: string;
  /** Working directories in both ends, that of the session not among them. */
  folders?: string[];
  /** The names of its plans. */
  slugs: string[];
}

/** A transcript with what both its ends tell. */
export interface ScannedTranscript {
  file: TranscriptFile;
  scan: HeadScan;
}

/**
 * Scans both ends of a transcript, parsing only the lines that tell what listing needs. Where
 * neither a title nor a prompt is there it reads on, up to the end of the first 256 KiB.
 */
function scan({ path, size }: StoreFile): HeadScan {
  if (size === 0) return { kind: isArchiveName(path) ? "damaged" : "empty", head: {}, slugs: [] };
  const ends = readEnds(path, size);
  const { head, tail } = ends;
  if (otherToolIn(head.toString("utf8", 0, 4096))) return { kind: "foreign", head: {}, slugs: [] };
  const builder = new HeadBuilder();
  const isOfAgent = isAgentFile(path);
  const isTitled = () => (isOfAgent ? builder.hasPrompt : builder.hasOwnPrompt);
  const opening = scanOpening(path, ends, builder, isTitled);
  const { isTranscript } = opening;
  const continuedIn = scanStates(ends, builder);
  if (!isTitled() && !isOfAgent && !builder.hasGivenTitle && isTranscript)
    scanForPrompt(path, ends, builder, isTitled);
  const last = lastTimed(tail) ?? lastTimed(head) ?? {};
  builder.addEnvelope(last);
  builder.addEnvelope({ gitBranch: lastField(tail, "gitBranch") ?? lastField(head, "gitBranch") });
  // A first line that is too long to read still has its envelope before its content.
  const beginning = builder.hasTime && builder.cwd ? "" : head.toString();
  if (!builder.cwd) builder.addEnvelope({ cwd: field(beginning, "cwd") });
  if (!builder.hasTime) builder.addEnvelope({ timestamp: field(beginning, "timestamp") });

  const writtenBy = textOf(last.version) ?? opening.version;
  const isOwn = (uuid: string) =>
    [head, tail].some((piece) =>
      ["", " "].some((space) => piece.includes(`"uuid":${space}"${uuid}"`)),
    );
  const found = builder.head(isOwn);
  const isInHead = size <= head.length;
  return present({
    kind:
      isTranscript && builder.hasPrompt ? "conversation" : kindOf(path, ends, opening, isInHead),
    head: found,
    sessionId: opening.sessionId ?? opening.named ?? field(beginning, "sessionId"),
    start: opening.start && identityOf(opening.start),
    folders: nonEmpty(furtherFolders([head, tail], found.cwd)),
    forkedFrom: opening.forkedFrom,
    hasForeignResponses: [head, tail].some((piece) => piece.includes(foreignResponse)) || undefined,
    version: writtenBy,
    isOfQoder: [head, tail].some(isOfQoder) || undefined,
    lastSessionId: textOf(last.sessionId),
    begunAt: opening.begunAt,
    firstResponse: hasNewCopies(writtenBy) ? firstResponse(head) : undefined,
    continuedIn,
    slugs: [...new Set([...opening.slugs, last.slug])].filter(isSlug),
  });
}

/** The facts from the records up to the first prompt; of each fact the first record that has it. */
interface Opening {
  /** One of them is a record, of whatever tool. */
  isParsed: boolean;
  /** One of them is a record of the tool. */
  isTranscript: boolean;
  /** One of them holds words of a person or of the model, or did before it was damaged. */
  isSaid: boolean;
  version?: string | undefined;
  begunAt?: string | undefined;
  /** The session that a record of any kind names. */
  named?: string | undefined;
  /** The session that a message names. */
  sessionId?: string | undefined;
  forkedFrom?: string | undefined;
  /** The record of the first message. */
  start?: JsonObject;
  slugs: Set<unknown>;
}

/** Parses everything up to the first prompt, which also tells whether this is a transcript at all. */
function scanOpening(
  path: string,
  ends: Ends,
  builder: HeadBuilder,
  isTitled: () => boolean,
): Opening {
  const opening: Opening = {
    isParsed: false,
    isTranscript: false,
    isSaid: false,
    slugs: new Set(),
  };
  const isOfAgent = isAgentFile(path);
  const shaped = recordShaper();
  const warmsUp = warmUps();
  const take = (record: JsonObject) => {
    opening.isParsed = true;
    const said = shaped(record, 0);
    opening.isTranscript ||=
      isOfTranscript(record) || (textOf(record.sessionId) !== undefined && isOfTranscript(said));
    if (!isOfAgent && warmsUp(said)) builder.addEnvelope(said);
    else {
      builder.add(said);
      opening.isSaid ||= saysSomething(said);
    }
    opening.version ??= textOf(record.version);
    opening.begunAt ??= utcTime(record.timestamp);
    opening.named ??= textOf(record.sessionId);
    if (conversationTypes.has(wordOf(record.type))) opening.sessionId ??= textOf(record.sessionId);
    opening.forkedFrom ??= textOf(objectOf(record.forkedFrom)?.sessionId);
    if (!opening.start && isTurn(said)) opening.start = record;
    opening.slugs.add(record.slug);
  };
  for (const line of headLines(path, ends, (beginning) => ofUser.test(beginning))) {
    for (const found of jsonLinesOf([line], false))
      if ("record" in found) take(found.record);
      else opening.isSaid ||= conversation.test(found.text);
    if (isTitled() && opening.sessionId) break;
  }
  return opening;
}

/** Takes what records at both ends tell about the session; gives the one that goes on where it ends. */
function scanStates({ head, tail }: Ends, builder: HeadBuilder): string | undefined {
  let continuedIn: string | undefined;
  for (const line of [...linesWith(head, stateTypes), ...linesWith(tail, stateTypes)]) {
    const record = recordOf(line);
    if (record) builder.addState(record);
    continuedIn = textOf(record?.continuedInSessionId) ?? continuedIn;
  }
  return continuedIn;
}

/** Reads on behind the head until there is a prompt. */
function scanForPrompt(
  path: string,
  ends: Ends,
  builder: HeadBuilder,
  isTitled: () => boolean,
): void {
  for (const line of linesAfterHead(path, ends, new RegExp(ofUser, "g"), farthest)) {
    // The results of tools are most of what stands in records of the user.
    const record = line.includes('"tool_use_id"') ? undefined : recordOf(line);
    if (record?.type === "user") builder.add(record);
    if (isTitled()) break;
  }
}

/** The distance from the beginning of a file in which a first prompt is looked for, in bytes. */
const farthest = 256 * 1024;
const foreignResponse = '"requestSessionId":';
const ofUser = /"(?:type|role)": ?"user"/;

/** Records anywhere in the file that tell what listing needs. */
const stateTypes =
  /"type": ?"(?:custom-title|ai-title|summary|relocated|worktree-state|continued-in)"/g;
const conversation = /"(?:type|role)": ?"(?:user|assistant|system)"/;

function kindOf(
  path: string,
  { head, tail, whole }: Ends,
  { isParsed, isTranscript, isSaid }: Opening,
  isInHead: boolean,
): HeadScan["kind"] {
  const beginning = head.toString();
  // Lines are objects; an export of another tool is one list, of one line or many.
  const [first = "", ...others] = beginning.trim().split("\n", 2);
  if (first.startsWith("[") && !(others.length > 0 && attempt(() => JSON.parse(first))))
    return "foreign";
  const talks = conversation.test(beginning) || conversation.test(tail.toString());
  // As unpacking leaves it.
  const isDamaged = whole && isArchiveName(path) && !/[\n}]$/.test(`${head}${tail}`);
  // Nothing of a damaged file is known to be without words, and who loads it says where it is damaged. A document
  // over several lines is one of another tool.
  if (talks && !isParsed) return path.endsWith(".json") ? "foreign" : "conversation";
  if (isDamaged && isTranscript) return "conversation";
  if (isDamaged && !isParsed) return "damaged";
  // A first line that is longer than the head could not be parsed. Of a file that goes on behind the head,
  // one record of the conversation is enough.
  if (isTranscript || (talks && !beginning.includes("\n")))
    return (isInHead ? isSaid : talks) || !whole ? "conversation" : "no-conversation";
  return beginning.trim() === "" && whole ? "empty" : "foreign";
}

/** Other tools have types of the same name, but write what is said elsewhere, and neither ids nor times. */
function isOfTranscript(record: JsonObject): boolean {
  const { type, message } = record;
  if (type === "user" || type === "assistant") return objectOf(message)?.content !== undefined;
  if (sharedTypes.has(wordOf(type)))
    return ["subtype", "uuid", "sessionId", "timestamp"].some((name) => name in record);
  return isTranscriptType(type);
}

const sharedTypes: ReadonlySet<string> = new Set(["system", "tool_use", "tool_result"]);

/** A response, or a prompt that is not the tool's alone; what the tool writes is in files that share nothing else. */
function isTurn(record: JsonObject): boolean {
  const { type, message, isSidechain } = record;
  if (isSidechain === true) return false;
  if (type === "assistant") return true;
  const writer = writerOf(record);
  if (type !== "user" || writer === "tool") return false;
  return promptParts(objectOf(message)?.content, writer).some(
    (part) =>
      part.type !== "notice" &&
      !(part.type === "text" && (part.synthetic || isCompactionSummary(part.text, writer))),
  );
}

/** True when a value can be the name of a plan: it does not lead out of a folder. */
function isSlug(slug: unknown): slug is string {
  return typeof slug === "string" && /^[a-z\d][\w-]{0,200}$/i.test(slug);
}

/** The id that the server gave the first response. */
function firstResponse(head: Buffer): string | undefined {
  return /"id": ?"(msg_[\w-]{1,100})"/.exec(head.toString("latin1"))?.[1];
}

/** The last record that has a time. */
function lastTimed(piece: Buffer): JsonObject | undefined {
  for (const line of linesFromEnd(piece)) {
    const record = recordOf(line);
    if (record && utcTime(record.timestamp)) return record;
  }
  return undefined;
}

/** The record of a line, or the first one that a damaged line holds. */
function recordOf(line: string): JsonObject | undefined {
  for (const found of jsonLinesOf([line], false)) if ("record" in found) return found.record;
  return undefined;
}

// A quote inside a JSON string is escaped, so these find keys of records, never text in them.
function field(text: string, name: string): string | undefined {
  const literal = new RegExp(`"${name}": ?("(?:[^"\\\\]|\\\\.)*")`).exec(text)?.[1];
  return literal && textOf(recordOf(`{"value":${literal}}`)?.value);
}

/** The working directories that pieces of a file name, but for the first one. */
function furtherFolders(pieces: readonly Buffer[], cwd: string | undefined): string[] {
  const literals = pieces.flatMap((piece) =>
    Array.from(piece.toString("latin1").matchAll(/"cwd": ?"(?:[^"\\]|\\.)*"/g), String),
  );
  const folders = [...new Set(literals)].flatMap((literal) => {
    const { cwd } = recordOf(`{${Buffer.from(literal, "latin1")}}`) ?? {};
    return textOf(cwd) ?? [];
  });
  return folders.filter((folder) => folder !== cwd);
}

function lastField(piece: Buffer, name: string): string | undefined {
  const at = piece.lastIndexOf(`"${name}":`);
  return at === -1 ? undefined : field(piece.toString("utf8", at, at + 1024), name);
}

/** Scans a transcript. Reports a file that holds no conversation, which is undefined. */
export async function scanConversation(
  file: StoreFile,
  context: Context,
): Promise<HeadScan | undefined> {
  const scanned = await scanHead(file, context);
  if (!scanned || scanned.kind === "conversation") return scanned;
  context.report(hiddenSession(file.path, scanned.kind));
  return undefined;
}

/** Scans a file, whatever it holds. Reports one that cannot be read, which is undefined. */
export async function scanHead(file: StoreFile, context: Context): Promise<HeadScan | undefined> {
  // Files are read without waiting, which takes a tenth of the time; others have their turn here.
  await setImmediate();
  context.signal.throwIfAborted();
  try {
    const { path, size, modified, changed } = file;
    const find = () => scan(file);
    const state = `${size} ${modified} ${changed}`;
    return context.recall ? context.recall(`claude ${path}`, state, find) : find();
  } catch (cause) {
    context.report(unreadableFile(file.path, cause));
  }
  return undefined;
}

/** Says why there is no session in a file. */
export function hiddenSession(
  path: string,
  kind: Exclude<HeadScan["kind"], "conversation">,
): Diagnostic {
  if (kind === "damaged") return damagedArchive({ path, at: 1 });
  if (kind !== "foreign") return emptyTranscript(path, kind);
  // The file may be gone by now.
  const start = attempt(() => readBytes(path, 0, 4096).toString()) ?? "";
  const tool = otherToolIn(start) ?? otherToolAt(path);
  return tool === undefined ? foreignFile(path) : otherToolFile(path, tool.name);
}
