import { closeSync, readSync } from "node:fs";
import { type Context, type JsonObject, present, type SessionRef } from "@chatexport/core";
import { openFile, parseLine, reportLine } from "@chatexport/core/read";
import type { ArchiveFile } from "./archive-files.js";
import {
  foreignFile,
  linesWithoutSession,
  malformedSession,
  newerSchema,
  unreadableDialect,
} from "./diagnostics.js";
import {
  beginsLikeBody,
  beginsLikeOurSession,
  beginsLikeSession,
  beginsLikeSubagent,
  dialectAt,
  sessionLineOf,
} from "./line-shapes.js";
import { type SessionText, sessionLines } from "./session-lines.js";
import { type Locator, refOf } from "./session-ref.js";

/**
 * The sessions of a file, from the lines that begin them; sub-agents are not among them. Reports a
 * file that is not ours or in a dialect, and damaged lines that hide a session. Throws when the file
 * cannot be read.
 */
export async function sessionsIn(
  file: ArchiveFile,
  context: Context,
): Promise<SessionRef<Locator>[]> {
  const beginning = beginningOf(file.at);
  const starts = beginning.seemsOurs ? await startsIn(file, context) : undefined;
  if (!starts || !(beginning.hasOurs || starts.some(({ kind }) => kind !== "foreign"))) {
    const { dialect } = beginning;
    const origin = { path: file.path };
    context.report(
      dialect === undefined ? foreignFile(origin) : unreadableDialect(origin, dialect),
    );
    return [];
  }
  const [first] = starts;
  if (!first || first.line > beginning.line)
    context.report(linesWithoutSession({ path: file.path, at: beginning.line }));
  return starts.flatMap((start, index) => {
    const { kind, line } = start;
    if (kind === "session") {
      const end = starts[index + 1]?.start ?? file.size;
      return [refOf(start.header, file, { path: file.path, start: start.start, end, line })];
    }
    if (kind === "truncated") reportLine({ line, malformed: kind }, file.path, context);
    else context.report(makers[kind]({ path: file.path, at: line }));
    return [];
  });
}

const makers = { newer: newerSchema, malformed: malformedSession, foreign: malformedSession };

/** A line where a session begins, and so the one before it ends. */
type Start = Exclude<SessionStart, { kind: "subagent" | "other" }> & {
  start: number;
  line: number;
};

/** Where sessions begin in a file. */
async function startsIn(file: ArchiveFile, context: Context): Promise<Start[]> {
  const starts: Start[] = [];
  for await (const text of sessionLines(file, context)) {
    const start = sessionStart(text);
    if (start.kind !== "subagent" && start.kind !== "other")
      starts.push({ ...start, start: text.start, line: text.line });
  }
  return starts;
}

/** What the beginning of a file tells. */
interface Beginning {
  /** Its first line may begin a session of ours, or that is damaged and one soon after it is ours. */
  seemsOurs: boolean;
  /** A line soon after the beginning is ours. */
  hasOurs: boolean;
  /** The dialect of `@chatexport/sink-jsonl` in which the line seems to be, if it is not our own shape. */
  dialect?: string;
  /** The number of the first line that is not blank, counted from 1. */
  line: number;
}

/** Whether a line is ours. Files of other programs have none: in their texts, ends of lines are escaped. */
function hasLineOfOurs(text: string): boolean {
  return text.split("\n").some((line) => beginsLikeBody(line) || beginsLikeOurSession(line));
}

const headLength = 64 * 1024;

/** Looks at the first line of a file that is not blank. Throws when the file cannot be read. */
function beginningOf(path: string): Beginning {
  const file = openFile(path);
  try {
    const head = Buffer.alloc(headLength);
    const text = head.toString("latin1", 0, readSync(file, head));
    const blank = /^(?:\xef\xbb\xbf)?\s*/.exec(text)?.[0] ?? "";
    const rest = text.slice(blank.length);
    const dialect = dialectAt(rest);
    const hasOurs = dialect === undefined && hasLineOfOurs(rest);
    return present({
      seemsOurs: hasOurs || beginsLikeSession(rest),
      hasOurs,
      dialect,
      line: blank.split("\n").length,
    });
  } finally {
    closeSync(file);
  }
}

/** What a line is that begins like the line of a session. */
type SessionStart =
  | { kind: "session"; header: JsonObject }
  /** A session that cannot be listed. */
  | { kind: "newer" | "malformed" | "truncated" }
  /** The line of a session of another program. */
  | { kind: "foreign" }
  /** Belongs to the session before it: a sub-agent, damaged or not. */
  | { kind: "subagent" }
  /** It only begins like one. */
  | { kind: "other" };

/** Parses a line that begins like the line of a session. */
function sessionStart({ text, line, ended }: SessionText): SessionStart {
  const content = line === 1 && text.startsWith("\ufeff") ? text.slice(1) : text;
  const record = parseLine(content);
  if (typeof record !== "object") {
    if (beginsLikeSubagent(content)) return { kind: "subagent" };
    if (!beginsLikeOurSession(content)) return { kind: "other" };
    return { kind: ended ? "malformed" : "truncated" };
  }
  if (record.type !== "session") return { kind: "other" };
  const found = sessionLineOf(record);
  if (found.kind === "foreign") return found;
  if (found.depth > 0) return { kind: "subagent" };
  return found.kind === "session" ? found : { kind: found.kind };
}
