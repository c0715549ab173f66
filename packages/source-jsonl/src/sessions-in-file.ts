import { setImmediate } from "node:timers/promises";
import { type Context, type JsonObject, present, type SessionRef } from "@chatexport/core";
import {
  parsedLines,
  parseLine,
  readBytes,
  reportLine,
  sizeOf,
  withoutByteOrderMark,
} from "@chatexport/core/read";
import type { ArchiveFile } from "./archive-files.js";
import {
  foreignFile,
  linesWithoutSession,
  malformedSession,
  newerSchema,
  unreadableDialect,
} from "./diagnostics.js";
import {
  beginningLength,
  beginsLikeBody,
  beginsLikeOurSession,
  beginsLikeSession,
  beginsLikeSubagent,
  dialectAt,
  sessionLineOf,
} from "./line-shapes.js";
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
      const end = starts[index + 1]?.start ?? sizeOf(file.at);
      return [refOf(start.header, file, { path: file.path, start: start.start, end, line })];
    }
    if (kind === "truncated") reportLine({ line, malformed: kind }, file.path, context);
    else context.report(makers[kind]({ path: file.path, at: line }));
    return [];
  });
}

const makers = { newer: newerSchema, malformed: malformedSession, foreign: malformedSession };

/** A line where a session begins, and so the one before it ends. */
type Start = (
  | { kind: "session"; header: JsonObject }
  /** A session that cannot be listed; "foreign": of another program. */
  | { kind: "newer" | "malformed" | "truncated" | "foreign" }
) & { start: number; line: number };

/** The positions where sessions begin in a file; of all other lines only the beginning is looked at. */
async function startsIn({ at }: ArchiveFile, { signal }: Context): Promise<Start[]> {
  const starts: Start[] = [];
  const whole = { start: 0, end: sizeOf(at), line: 1 };
  const batches = parsedLines(at, whole, (bytes, { start, line }, isCut): Start | undefined => {
    if (!beginsLikeSession(bytes.toString("latin1", 0, beginningLength))) return undefined;
    const text = bytes.toString();
    const found = sessionStart(line === 1 ? withoutByteOrderMark(text) : text, isCut);
    return found && { ...found, start, line };
  });
  for (const batch of batches) {
    starts.push(...batch);
    await setImmediate();
    signal.throwIfAborted();
  }
  return starts;
}

/** The facts in the beginning of a file. */
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

/** True when a line is ours. Files of other programs have none: in their texts, ends of lines are escaped. */
function hasLineOfOurs(text: string): boolean {
  return text.split("\n").some((line) => beginsLikeBody(line) || beginsLikeOurSession(line));
}

const headLength = 64 * 1024;

/** Looks at the first line of a file that is not blank. Throws when the file cannot be read. */
function beginningOf(path: string): Beginning {
  const text = readBytes(path, 0, headLength).toString("latin1");
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
}

/**
 * The kind of a line that begins like the line of a session; undefined for a sub-agent and for
 * anything else.
 */
function sessionStart(text: string, isCut: boolean) {
  const record = parseLine(text);
  if (typeof record !== "object") {
    if (beginsLikeSubagent(text) || !beginsLikeOurSession(text)) return undefined;
    return { kind: isCut ? ("truncated" as const) : ("malformed" as const) };
  }
  if (record.type !== "session") return undefined;
  const found = sessionLineOf(record);
  return found.kind !== "foreign" && found.depth > 0 ? undefined : found;
}
