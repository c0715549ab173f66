import { inBatches } from "@chatexport/archive/content";
import { present, type SessionRef, safeLine } from "@chatexport/core";
import type { Excerpt, PartLabel } from "@chatexport/document/search";
import { writePaged } from "../../host/pager.js";
import type { Run } from "../../host/run.js";
import type { OptionsOf } from "../../options/option-table.js";
import { jsonLine } from "../../terminal/json-text.js";
import { writeStdout } from "../../terminal/stdout.js";
import { stdoutStyle, type TextStyle } from "../../terminal/text-style.js";
import { zoneOf } from "../../terminal/time-zone.js";
import { ranked } from "./score.js";
import type { SessionHits } from "./search-sessions.js";
import {
  apart,
  asidesOf,
  isApart,
  labelOf,
  minuteOf,
  type TerminalHits,
  terminalHits,
} from "./terminal-hits.js";

/** Takes what was found in one session after the other, and prints it. */
export interface HitPrinter {
  /** Each session is printed when it is found; else they are ranked, and printed at the end. */
  isStream: boolean;
  /** Takes at most so many hits of a session; resolves to how many it took. */
  add(found: SessionHits, most: number): Promise<number>;
  /** Prints what was not printed yet, at most so many hits; resolves to how many are printed in all. */
  end(most: number, run: Run): Promise<number>;
}

/** Prints JSON, lines for other tools, or what suits the terminal. */
export function printerFor(
  options: Pick<OptionsOf<"search">, "json" | "color" | "timezone">,
  shortId: (ref: SessionRef) => string,
  isOnlySession: boolean,
): HitPrinter {
  if (options.json) return streamPrinter(jsonHits);
  const timezone = zoneOf(options);
  if (!process.stdout.isTTY)
    return streamPrinter(groupsApart((found) => lineHits(found, shortId(found.ref), timezone)));
  return rankingPrinter({ ...stdoutStyle(options.color), timezone }, shortId, isOnlySession);
}

/** Prints the sessions as they are found: all of them together may be more than fits into memory. */
export function streamPrinter(linesOf: (found: SessionHits) => Iterable<string>): HitPrinter {
  let printed = 0;
  return {
    isStream: true,
    async add(found, most) {
      let count = 0;
      const lines = function* () {
        for (const line of linesOf(found)) {
          if (count === most) return;
          count++;
          yield line;
        }
      };
      await writeLines(lines());
      printed += count;
      return count;
    },
    end: async () => printed,
  };
}

/** Shows the sessions that fit best first, in the pager. */
function rankingPrinter(
  { columns = 80, colors, timezone }: TextStyle & { timezone: string },
  shortId: (ref: SessionRef) => string,
  isOnlySession: boolean,
): HitPrinter {
  const style = { columns, colors, timezone };
  const found: TerminalHits[] = [];
  return {
    isStream: false,
    async add(inSession) {
      const hits = terminalHits(inSession, shortId(inSession.ref), isOnlySession, style);
      found.push(hits);
      return hits.count;
    },
    async end(most, run) {
      const widths = found.reduce(
        ({ time, label }, { widths }) => ({
          time: Math.max(time, widths.time),
          label: Math.max(label, widths.label),
        }),
        { time: 0, label: 0 },
      );
      let left = most;
      const content = function* () {
        for (const [index, hits] of ranked(found).entries()) {
          if (left <= 0) return;
          yield (index === 0 ? "" : "\n") + hits.text(left, widths);
          left -= hits.count;
        }
      };
      if (found.length > 0) await writePaged(content, true, run);
      return Math.min(
        most,
        found.reduce((sum, hits) => sum + hits.count, 0),
      );
    },
  };
}

/** Each line may be long, so that all of them together are more than fits into memory. */
async function writeLines(lines: Iterable<string>): Promise<void> {
  for await (const batch of inBatches(lines)) await writeStdout(batch);
}

/** The hits of a session for programs: a line of JSON for each. */
function* jsonHits(found: SessionHits): Generator<string> {
  for (const { part, lines } of found.parts)
    for (const line of lines) yield jsonLine(hitOf(found, part, line));
}

function hitOf({ ref, session }: SessionHits, part: PartLabel, line: Excerpt): object {
  const { message, role, call, subagent, branch } = part;
  const { text, matches, count, before, after } = line;
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
    before,
    after,
  });
}

/**
 * For other tools: date, time, id, speaker and project, none with a space in it, then the line; lines around it begin
 * with two spaces.
 */
function* lineHits(
  { session, parts }: SessionHits,
  shortId: string,
  timezone: string,
): Generator<Hit> {
  const project = word(session.project?.name ?? "-");
  for (const { part, lines } of parts) {
    const before = [minuteOf(part, timezone) ?? "- -", shortId, speaker(part), project].join(" ");
    for (const line of lines) {
      const hit = `${before} ${safeLine(line.text)}\n`;
      yield { text: around(line.before) + hit + around(line.after), isApart: isApart(line) };
    }
  }
}

/** A hit with the lines around it. */
interface Hit {
  text: string;
  /** See `isApart`. */
  isApart: boolean;
}

function around(lines: readonly string[] = []): string {
  return lines.map((line) => `${`  ${safeLine(line)}`.trimEnd()}\n`).join("");
}

/** Puts a line between hits that are apart, as grep does. */
function groupsApart(hitsOf: (found: SessionHits) => Iterable<Hit>) {
  let isFirst = true;
  return function* (found: SessionHits): Generator<string> {
    for (const { text, isApart } of hitsOf(found)) {
      yield isApart && !isFirst ? `${apart}\n${text}` : text;
      isFirst = false;
    }
  };
}

/** "assistant", "tool:Bash", "sub-agent/tool:Bash". */
function speaker(part: PartLabel): string {
  const label = labelOf(part);
  const who = part.call ? `tool:${word(label)}` : label;
  return [...asidesOf(part), who].join("/");
}

function word(text: string): string {
  return safeLine(text).replaceAll(" ", "_") || "-";
}
