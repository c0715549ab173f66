import { inBatches } from "@chatexport/archive/content";
import { present, type SessionRef, safeLine } from "@chatexport/core";
import type { Excerpt, SessionPart } from "@chatexport/document/search";
import type { OptionsOf } from "../../options/option-table.js";
import { jsonLine } from "../../terminal/json-text.js";
import { writeStdout } from "../../terminal/stdout.js";
import { stdoutStyle } from "../../terminal/text-style.js";
import type { FoundSession } from "./search-sessions.js";
import { asidesOf, labelOf, minuteOf, terminalHits } from "./terminal-hits.js";

/** Prints what was found in a session: JSON, lines for other tools, or what suits the terminal. */
export function printerFor(
  { json, color }: Pick<OptionsOf<"search">, "json" | "color">,
  shortId: (ref: SessionRef) => string,
): (found: FoundSession) => Promise<void> {
  const { stdout } = process;
  if (json) return (found) => writeLines(jsonHits(found));
  if (!stdout.isTTY) return (found) => writeLines(lineHits(found, shortId(found.ref)));
  let isFirst = true;
  return async (found) => {
    // A window can have changed its size.
    const { columns = 80, colors } = stdoutStyle(color);
    const gap = isFirst ? "" : "\n";
    isFirst = false;
    await writeStdout(gap + terminalHits(found, shortId(found.ref), { columns, colors }));
  };
}

/** Each line may be long, so that all of them together are more than fits into memory. */
async function writeLines(lines: Iterable<string>): Promise<void> {
  for await (const batch of inBatches(lines)) await writeStdout(batch);
}

/** The hits of a session for programs: a line of JSON for each. */
function* jsonHits(found: FoundSession): Generator<string> {
  for (const { part, lines } of found.parts)
    for (const line of lines) yield `${jsonLine(hitOf(found, part, line))}\n`;
}

function hitOf({ ref, session }: FoundSession, part: SessionPart, line: Excerpt): object {
  const { message, role, call, subagent, branch } = part;
  const { text, matches, count } = line;
  return present({
    session: ref.id,
    source: ref.source,
    project: session.project?.name,
    title: session.title,
    messageId: message?.id,
    time: message?.createdAt,
    role,
    in: part.in,
    tool: call && { kind: call.kind, name: call.name },
    subagent: subagent?.id,
    branch: branch?.id,
    text,
    matches,
    count,
  });
}

/** For other tools: date, time, id, speaker and project, none with a space in it, then the line. */
function* lineHits({ session, parts }: FoundSession, shortId: string): Generator<string> {
  const project = word(session.project?.name ?? "-");
  for (const { part, lines } of parts) {
    const before = [minuteOf(part) ?? "- -", shortId, speaker(part), project].join(" ");
    for (const { text } of lines) yield `${before} ${safeLine(text)}\n`;
  }
}

/** "assistant", "tool:Bash", "sub-agent/tool:Bash". */
function speaker(part: SessionPart): string {
  const label = labelOf(part);
  const who = part.call ? `tool:${word(label)}` : label;
  return [...asidesOf(part), who].join("/");
}

function word(text: string): string {
  return safeLine(text).replaceAll(" ", "_") || "-";
}
