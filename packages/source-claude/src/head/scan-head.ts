import { setImmediate } from "node:timers/promises";
import { type Context, nonEmpty, present } from "@chatexport/core";
import { isArchiveName, otherToolIn, textOf, unreadableFile } from "@chatexport/core/read";
import { type Ends, linesAfterHead, linesWith, readEnds } from "../files/file-ends.js";
import type { TranscriptFile } from "../locate/contents.js";
import type { StoreFile } from "../locate/disk.js";
import { isAgentFile } from "../locate/file-kinds.js";
import { isOfQoder } from "../locate/qoder.js";
import { hasNewCopies, identityOf } from "../records/records.js";
import {
  field,
  firstResponse,
  furtherFolders,
  lastField,
  lastTimed,
  recordOf,
} from "./fields-in-text.js";
import { type Head, HeadBuilder } from "./head.js";
import { ofUser, scanOpening } from "./opening.js";
import { hiddenSession, kindOf, type TranscriptKind } from "./transcript-kind.js";

/** The facts from both ends of a transcript. */
export interface HeadScan {
  kind: TranscriptKind;
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

/** Records anywhere in the file that tell what listing needs. */
const stateTypes =
  /"type": ?"(?:custom-title|ai-title|summary|relocated|worktree-state|continued-in)"/g;

/** True when a value can be the name of a plan: it does not lead out of a folder. */
function isSlug(slug: unknown): slug is string {
  return typeof slug === "string" && /^[a-z\d][\w-]{0,200}$/i.test(slug);
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
