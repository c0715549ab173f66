import { setImmediate } from "node:timers/promises";
import {
  type Context,
  type Defined,
  type JsonObject,
  present,
  type Session,
  type SessionRef,
} from "@chatexport/core";
import { objectOf, parseLine, textOf, unreadableFile, utcTime } from "@chatexport/core/read";
import { type Ends, headLines, linesFromEnd, linesWith, readEnds } from "../files/file-ends.js";
import type { TranscriptFile } from "../locate/contents.js";
import type { StoreFile } from "../locate/disk.js";
import { isCompactionSummary } from "../records/injected-text.js";
import { promptParts } from "../records/prompts.js";
import { conversationTypes, identityOf, isTranscriptType } from "../records/records.js";
import { Facts } from "./head.js";

/** What both ends of a transcript tell. */
export interface Glance {
  /** What the file seems to be; only a conversation is worth a session. */
  kind: "conversation" | "empty" | "no-conversation" | "foreign";
  facts: Defined<
    Pick<SessionRef, "title" | "cwd" | "project" | "branch" | "startedAt" | "updatedAt">
  >;
  /** The session that the first message names; for a sub-agent its parent. */
  sessionId?: string;
  /** Tells the first message of a person or the model from all others, and is the same in copies. */
  start?: string;
  /** The session from which the records were copied with new uuids. */
  forkedFrom?: string;
  /** The session that went on where this one ends (2.1.258 and later). */
  continuedIn?: string;
  /** Who made the title. */
  titleFrom?: Session["titleFrom"];
  /** The names of its plans. */
  slugs: string[];
}

/** A transcript with what both its ends tell. */
export interface Seen {
  file: TranscriptFile;
  glance: Glance;
}

/** Looks at both ends of a transcript, parsing only the lines that tell what listing needs. */
function glance({ path, size }: StoreFile): Glance {
  if (size === 0) return { kind: "empty", facts: {}, slugs: [] };
  const ends = readEnds(path, size);
  const { head, tail } = ends;
  const facts = new Facts();
  let isTranscript = false;
  let named: string | undefined;
  let sessionId: string | undefined;
  let forkedFrom: string | undefined;
  let continuedIn: string | undefined;
  let start: JsonObject | undefined;
  const slugs = new Set<unknown>();
  // Everything up to the first prompt is parsed; it also tells whether this is a transcript at all.
  for (const line of headLines(path, ends, isOfUser)) {
    const record = recordOf(line);
    if (!record) continue;
    facts.add(record);
    isTranscript ||= isTranscriptType(record.type);
    named ??= textOf(record.sessionId);
    if (isConversation(record)) sessionId ??= textOf(record.sessionId);
    forkedFrom ??= textOf(objectOf(record.forkedFrom)?.sessionId);
    slugs.add(record.slug);
    if (!start && isTurn(record)) start = record;
    if (facts.hasPrompt && sessionId) break;
  }
  for (const line of [...linesWith(head, stateTypes), ...linesWith(tail, stateTypes)]) {
    const record = recordOf(line);
    if (record) facts.addTitle(record);
    continuedIn = textOf(record?.continuedInSessionId) ?? continuedIn;
  }
  const last = lastTimed(tail) ?? lastTimed(head) ?? {};
  slugs.add(last.slug);
  facts.addEnvelope(last);
  facts.addEnvelope({ gitBranch: lastField(tail, "gitBranch") ?? lastField(head, "gitBranch") });
  // A first line that is too long to read still has its envelope before its content.
  const beginning = facts.startedAt && facts.cwd ? "" : head.toString();
  if (!facts.cwd) facts.addEnvelope({ cwd: field(beginning, "cwd") });
  if (!facts.startedAt) facts.addEnvelope({ timestamp: field(beginning, "timestamp") });

  const isOwn = (uuid: string) => [head, tail].some((piece) => piece.includes(`"uuid":"${uuid}"`));
  const { title, titleFrom } = facts.title(isOwn);
  return present({
    kind: facts.hasPrompt ? "conversation" : kindOf(ends, isTranscript),
    facts: present({
      title,
      cwd: facts.cwd,
      project: facts.project(),
      branch: facts.branch,
      startedAt: facts.startedAt,
      updatedAt: facts.updatedAt,
    }),
    sessionId: sessionId ?? named ?? field(beginning, "sessionId"),
    start: start && identityOf(start),
    forkedFrom,
    continuedIn,
    titleFrom,
    slugs: [...slugs].filter(isSlug),
  });
}

/** Records that stand anywhere and tell what listing needs. */
const stateTypes =
  /"type": ?"(?:custom-title|ai-title|summary|relocated|worktree-state|continued-in)"/g;
const conversation = /"(?:type|role)": ?"(?:user|assistant|system)"/;

function kindOf({ head, tail, whole }: Ends, isTranscript: boolean): Glance["kind"] {
  const beginning = head.toString();
  const talks = conversation.test(beginning) || conversation.test(tail.toString());
  // A first line that is longer than the head could not be parsed.
  if (isTranscript || (talks && !beginning.includes("\n")))
    return talks || !whole ? "conversation" : "no-conversation";
  return beginning.trim() === "" && whole ? "empty" : "foreign";
}

/** Whether a line is a record of the user, by its envelope. */
function isOfUser(beginning: string): boolean {
  return /"(?:type|role)": ?"user"/.test(beginning);
}

function isConversation({ type }: JsonObject): boolean {
  return typeof type === "string" && conversationTypes.has(type);
}

/** A response, or a prompt that is not the tool's alone; what the tool writes is in files that share nothing else. */
function isTurn({ type, message, isMeta, isCompactSummary, isSidechain }: JsonObject): boolean {
  if (isSidechain === true) return false;
  if (type === "assistant") return true;
  if (type !== "user" || isMeta === true || isCompactSummary === true) return false;
  return promptParts(objectOf(message)?.content, false).some(
    (part) =>
      part.type !== "notice" &&
      !(part.type === "text" && (part.synthetic || isCompactionSummary(part.text))),
  );
}

/** Whether a value is the name of a plan; one that could lead out of a folder is none. */
function isSlug(slug: unknown): slug is string {
  return typeof slug === "string" && /^[a-z\d][\w-]{0,200}$/i.test(slug);
}

/** The last record that has a time. */
function lastTimed(piece: Buffer): JsonObject | undefined {
  for (const line of linesFromEnd(piece)) {
    const record = recordOf(line);
    if (record && utcTime(record.timestamp)) return record;
  }
  return undefined;
}

function recordOf(line: string): JsonObject | undefined {
  const parsed = parseLine(line.charCodeAt(0) === 0xfeff ? line.slice(1) : line);
  return typeof parsed === "object" ? parsed : undefined;
}

// A quote inside a JSON string is escaped, so these find keys of records, never text in them.
function field(text: string, name: string): string | undefined {
  const literal = new RegExp(`"${name}": ?("(?:[^"\\\\]|\\\\.)*")`).exec(text)?.[1];
  return literal && textOf(recordOf(`{"value":${literal}}`)?.value);
}

function lastField(piece: Buffer, name: string): string | undefined {
  const at = piece.lastIndexOf(`"${name}":`);
  return at === -1 ? undefined : field(piece.toString("utf8", at, at + 1024), name);
}

/** Looks at both ends of a transcript. Reports a file that holds no conversation, which is undefined. */
export async function look(file: StoreFile, context: Context): Promise<Glance | undefined> {
  const seen = await lookAtAny(file, context);
  if (!seen || seen.kind === "conversation") return seen;
  reportHidden(file.path, seen.kind, context);
  return undefined;
}

/** Looks at both ends of a file, whatever it holds. Reports one that cannot be read, which is undefined. */
export async function lookAtAny(file: StoreFile, context: Context): Promise<Glance | undefined> {
  // Files are read without waiting, which takes a tenth of the time; others have their turn here.
  await setImmediate();
  context.signal.throwIfAborted();
  try {
    return glance(file);
  } catch (cause) {
    context.report(unreadableFile(file.path, cause));
  }
  return undefined;
}

/** Reports that there is no session in a file. */
export function reportHidden(
  path: string,
  kind: Exclude<Glance["kind"], "conversation">,
  context: Context,
): void {
  context.report({ severity: "info", ...hidden[kind], origin: { path } });
}

const hidden = {
  empty: { code: "empty-transcript", message: "The file is empty, so there is no session in it." },
  "no-conversation": {
    code: "empty-transcript",
    message: "The file holds notes of the tool but no message, so there is no session in it.",
  },
  foreign: {
    code: "foreign-file",
    message: "The file is not a transcript of Claude Code and was left out.",
  },
} as const;
