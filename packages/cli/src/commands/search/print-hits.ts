import { inBatches } from "@chatexport/archive/content";
import { defined, present, type SessionRef, safeLine } from "@chatexport/core";
import { once } from "@chatexport/core/read";
import type { Excerpt, PartLabel } from "@chatexport/document/search";
import { writePaged } from "../../host/pager.js";
import type { Run } from "../../host/run.js";
import type { OptionsOf } from "../../options/option-table.js";
import { jsonLine } from "../../terminal/json-text.js";
import type { Progress } from "../../terminal/progress.js";
import { writeStdout } from "../../terminal/stdout.js";
import { stdoutStyle } from "../../terminal/text-style.js";
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
  widthsOf,
} from "./terminal-hits.js";

/**
 * Prints what is found, at most so many hits, and makes the progress give way to it. It is given what was found in
 * each session that was searched, undefined for nothing.
 */
export type HitPrinter = (
  found: AsyncIterable<SessionHits | undefined>,
  limit: number,
  run: Run,
) => Promise<Printed>;

/** The result of printing what a search found. */
export interface Printed {
  /** The number of hits: all there are, or those that were printed before the search ended. */
  hits: number;
  /** The reason why not all that there are were printed; undefined if they were. */
  omission?: string;
}

/** The way in which hits are printed. */
export interface HitStyle {
  /** The beginning of a session's id that no other one has. */
  shortId: (ref: SessionRef) => string;
  /** One session is searched, and all its hits are shown. */
  isOnlySession: boolean;
  /** All hits are there soon enough to show the sessions that fit best first. */
  isRanked: boolean;
  progress: Progress;
}

/** The reason why not all hits were printed, in the words of the last line. */
export const limited = "--limit left out others";

/** Prints JSON, lines for other tools, or what suits the terminal. */
export function printerFor(
  options: Pick<OptionsOf<"search">, "json" | "color" | "timezone">,
  style: HitStyle,
): HitPrinter {
  const { shortId, progress } = style;
  if (options.json) return streamPrinter(jsonHits, progress);
  // It takes ten milliseconds to ask for that of the machine, for nothing where nothing is found.
  const timezone = once(() => zoneOf(options));
  if (!process.stdout.isTTY) {
    const linesOf = (found: SessionHits) => lineHits(found, shortId(found.ref), timezone());
    return streamPrinter(groupsApart(linesOf), progress);
  }
  const { columns = 80, colors } = stdoutStyle(options.color);
  const shown = (found: SessionHits) =>
    terminalHits(found, shortId(found.ref), style.isOnlySession, {
      columns,
      colors,
      timezone: timezone(),
    });
  return style.isRanked ? rankingPrinter(shown) : pagingPrinter(shown, progress);
}

/** Prints the sessions as they are found: all of them together may be more than fits into memory. */
export function streamPrinter(
  linesOf: (found: SessionHits) => Iterable<string>,
  progress: Progress,
): HitPrinter {
  return async (searched, limit) => {
    let hits = 0;
    for await (const found of searched) {
      if (!found) continue;
      progress.clear();
      const lines = function* () {
        for (const line of linesOf(found)) {
          if (hits === limit) return;
          hits++;
          yield line;
        }
      };
      await writeLines(lines());
      // The search ends here, without a count of the rest.
      if (hits >= limit) return { hits, omission: limited };
    }
    return { hits };
  };
}

/** Shows the sessions that fit best first, in the pager. */
function rankingPrinter(shown: (found: SessionHits) => TerminalHits): HitPrinter {
  return async (searched, limit, run) => {
    const all: TerminalHits[] = [];
    for await (const found of searched) if (found) all.push(shown(found));
    const widths = widthsOf(all);
    const content = function* () {
      let left = limit;
      for (const [index, hits] of ranked(all).entries()) {
        if (left <= 0) return;
        yield (index === 0 ? "" : "\n") + hits.text(left, widths);
        left -= hits.count;
      }
    };
    await writePaged(content(), true, run);
    const hits = all.reduce((sum, { count }) => sum + count, 0);
    return hits > limit ? { hits, omission: limited } : { hits };
  };
}

/** Shows the sessions in the pager as they are found, until the user leaves it. */
function pagingPrinter(
  shown: (found: SessionHits) => TerminalHits,
  progress: Progress,
): HitPrinter {
  return async (searched, limit, run) => {
    let hits = 0;
    let omission: string | undefined = "the others were not searched";
    let isLeft = false;
    const texts = async function* () {
      for await (const found of searched) {
        if (isLeft) return;
        if (!found) continue;
        // The pager has the terminal from now on.
        progress.end();
        const { count, widths, text } = shown(found);
        const left = limit - hits;
        const before = hits === 0 ? "" : "\n";
        hits += Math.min(count, left);
        yield before + text(left, widths);
        if (hits < limit) continue;
        omission = limited;
        return;
      }
      omission = undefined;
    };
    await writePaged(texts(), true, run, 1);
    isLeft = true;
    return { hits, ...defined({ omission }) };
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
