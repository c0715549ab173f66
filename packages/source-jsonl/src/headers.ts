import type { Context, SessionRef } from "@chatexport/core";
import { reportLine } from "@chatexport/core/read";
import { beginningOf } from "./beginning.js";
import type { ArchiveFile } from "./files.js";
import type { Locator } from "./locator.js";
import {
  foreignFile,
  linesWithoutSession,
  malformedSession,
  newerSchema,
  type Problem,
  unreadableDialect,
} from "./problems.js";
import { refOf } from "./ref.js";
import { sessionLines } from "./session-lines.js";
import { type SessionStart, sessionStart } from "./session-start.js";

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
    const problem = dialect === undefined ? foreignFile : unreadableDialect(dialect);
    context.report({ ...problem, origin: { path: file.path } });
    return [];
  }
  const [first] = starts;
  if (!first || first.line > beginning.line)
    context.report({ ...linesWithoutSession, origin: { path: file.path, at: beginning.line } });
  return starts.flatMap((start, index) => {
    const { kind, line } = start;
    if (kind === "session") {
      const end = starts[index + 1]?.start ?? file.size;
      return [refOf(start.header, file, { path: file.path, start: start.start, end, line })];
    }
    if (kind === "truncated") reportLine({ line, malformed: kind }, file.path, context);
    else context.report({ ...problems[kind], origin: { path: file.path, at: line } });
    return [];
  });
}

const problems = {
  newer: newerSchema,
  malformed: malformedSession,
  foreign: malformedSession,
} satisfies Record<string, Problem>;

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
