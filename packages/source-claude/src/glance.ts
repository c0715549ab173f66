import { type JsonObject, type Present, present, type SessionRef, textOf } from "@chatexport/core";
import { type Ends, readEnds } from "./ends.js";
import { Facts, utcTime } from "./facts.js";
import { parseLine } from "./json-lines.js";
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
  const headLines = ends.head.split("\n");
  const tailLines = ends.tail.split("\n");
  const facts = new Facts();
  let known = false;
  // Everything up to the first prompt is parsed; it also tells whether this is a transcript at all.
  for (const line of headLines) {
    const record = !facts.hasPrompt || titles.test(line) ? recordOf(line) : undefined;
    if (record) facts.add(record);
    known ||= isTranscriptType(record?.type);
  }
  for (const line of tailLines) {
    const record = titles.test(line) ? recordOf(line) : undefined;
    if (record) facts.add(record);
  }
  facts.addEnvelope(lastTimed(tailLines) ?? lastTimed(headLines) ?? {});
  facts.addEnvelope({ gitBranch: lastField(ends, "gitBranch") });
  // A long first line ends beyond the head: its envelope still stands before its content.
  const beginning = (name: string) => field(ends.head, name);
  if (!facts.cwd) facts.addEnvelope({ cwd: beginning("cwd") });
  if (!facts.startedAt) facts.addEnvelope({ timestamp: beginning("timestamp") });

  const isOwn = (uuid: string) =>
    ends.head.includes(`"uuid":"${uuid}"`) || ends.tail.includes(`"uuid":"${uuid}"`);
  const { title } = facts.title(isOwn);
  return present({
    kind: kindOf(ends, known),
    facts: present({
      title,
      cwd: facts.cwd,
      project: facts.project(),
      branch: facts.branch,
      startedAt: facts.startedAt,
      updatedAt: facts.updatedAt,
    }),
    sessionId: beginning("sessionId"),
  });
}

const titles = /"type": ?"(?:custom-title|ai-title|summary|relocated)"/;
const conversation = /"(?:type|role)": ?"(?:user|assistant|system)"/;

function kindOf({ head, tail, whole }: Ends, known: boolean): Glance["kind"] {
  const talks = conversation.test(head) || conversation.test(tail);
  // A first line that is longer than the head could not be parsed.
  if (known || (talks && !head.includes("\n")))
    return talks || !whole ? "conversation" : "no-conversation";
  return head.trim() === "" && whole ? "empty" : "foreign";
}

/** The last record that has a time. */
function lastTimed(lines: string[]): JsonObject | undefined {
  for (let index = lines.length - 1; index >= 0; index--) {
    const record = recordOf(lines[index] ?? "");
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
  return unquote(new RegExp(`"${name}": ?("(?:[^"\\\\]|\\\\.)*")`).exec(text)?.[1]);
}

function lastField({ head, tail }: Ends, name: string): string | undefined {
  for (const text of [tail, head]) {
    const at = Math.max(text.lastIndexOf(`"${name}":"`), text.lastIndexOf(`"${name}": "`));
    if (at !== -1) return field(text.slice(at, at + 1024), name);
  }
  return undefined;
}

function unquote(literal: string | undefined): string | undefined {
  const parsed = recordOf(`{"value":${literal ?? "null"}}`);
  return textOf(parsed?.value);
}
