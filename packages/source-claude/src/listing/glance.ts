import {
  type JsonObject,
  type Present,
  parseLine,
  present,
  type SessionRef,
  textOf,
} from "@chatexport/core";
import { type Ends, linesFromEnd, linesOf, linesWith, readEnds } from "./ends.js";
import { Facts, utcTime } from "./facts.js";
import { isTranscriptType } from "./records.js";
import type { StoreFile } from "./store.js";

/** What both ends of a transcript tell. */
export interface Glance {
  /** What the file seems to be; only a conversation is worth a session. */
  kind: "conversation" | "empty" | "no-conversation" | "foreign";
  facts: Present<
    Pick<SessionRef, "title" | "cwd" | "project" | "branch" | "startedAt" | "updatedAt">
  >;
  /** The session that the first record names; for a sub-agent its parent. */
  sessionId?: string;
}

/** Looks at both ends of a transcript, parsing only the lines that tell what listing needs. */
export function glance({ path, size }: StoreFile): Glance {
  if (size === 0) return { kind: "empty", facts: {} };
  const ends = readEnds(path, size);
  const { head, tail } = ends;
  const facts = new Facts();
  let isTranscript = false;
  let sessionId: string | undefined;
  // Everything up to the first prompt is parsed; it also tells whether this is a transcript at all.
  for (const line of linesOf(head)) {
    const record = recordOf(line);
    if (record) facts.add(record);
    isTranscript ||= isTranscriptType(record?.type);
    sessionId ??= textOf(record?.sessionId);
    if (facts.hasPrompt && sessionId) break;
  }
  for (const line of [...linesWith(head, titleTypes), ...linesWith(tail, titleTypes)]) {
    const record = recordOf(line);
    if (record) facts.addTitle(record);
  }
  facts.addEnvelope(lastTimed(tail) ?? lastTimed(head) ?? {});
  facts.addEnvelope({ gitBranch: lastField(tail, "gitBranch") ?? lastField(head, "gitBranch") });
  // A long first line ends beyond the head: its envelope still stands before its content.
  const beginning = facts.startedAt && facts.cwd ? "" : head.toString();
  if (!facts.cwd) facts.addEnvelope({ cwd: field(beginning, "cwd") });
  if (!facts.startedAt) facts.addEnvelope({ timestamp: field(beginning, "timestamp") });

  const isOwn = (uuid: string) => [head, tail].some((piece) => piece.includes(`"uuid":"${uuid}"`));
  const { title } = facts.title(isOwn);
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
    sessionId: sessionId ?? field(beginning, "sessionId"),
  });
}

// "custom-title" and "ai-title" end alike.
const titleTypes = ['-title"', '"summary"', '"relocated"'];
const conversation = /"(?:type|role)": ?"(?:user|assistant|system)"/;

function kindOf({ head, tail, whole }: Ends, isTranscript: boolean): Glance["kind"] {
  const beginning = head.toString();
  const talks = conversation.test(beginning) || conversation.test(tail.toString());
  // A first line that is longer than the head could not be parsed.
  if (isTranscript || (talks && !beginning.includes("\n")))
    return talks || !whole ? "conversation" : "no-conversation";
  return beginning.trim() === "" && whole ? "empty" : "foreign";
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
