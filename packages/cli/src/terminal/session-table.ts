import { type SessionRef, safeLine } from "@chatexport/core";
import { durationOf, localTime } from "@chatexport/core/read";
import { type Column, formatCount, tableOf } from "@chatexport/sink-terminal/format";
import type { Colors, TextStyle } from "./text-style.js";
import { machineZone } from "./time-zone.js";

/**
 * The sessions as lines for other programs: time, whole id, source, project and title, with tabs between.
 * Times are in UTC where no zone is given.
 */
export function sessionLines(
  refs: readonly SessionRef[],
  colors: Colors,
  timezone = "UTC",
): string {
  return refs
    .map((ref) => {
      const { updatedAt, startedAt, id, source, project } = ref;
      const facts = [
        colors.dim(safeLine(localTime(updatedAt ?? startedAt ?? "", timezone))),
        colors.yellow(safeLine(id)),
        colors.dim(safeLine(source)),
        colors.cyan(safeLine(project?.name ?? "")),
        safeLine(titleOf(ref)),
      ];
      return `${facts.join("\t")}\n`;
    })
    .join("");
}

/** A session with what is only known of one that a search has read since it changed. */
export interface ReadSession extends SessionRef {
  /** Prompts of its own. */
  promptCount?: number;
  /** "Committed 4e12a98": commits, tests, pull requests. */
  marks?: readonly string[];
}

/** The sessions as a table with a line for each; days are those of a time zone. */
export function sessionTable(
  refs: readonly ReadSession[],
  shortId: (ref: SessionRef) => string,
  timezone: string,
  style: TextStyle,
): string {
  const columns: (Column<ReadSession> | false)[] = [
    { title: titleOfDays("DATE", timezone), color: "dim", text: (ref) => lastDay(ref, timezone) },
    { title: "ID", color: "yellow", text: shortId },
    isWide(style) &&
      refs.some((ref) => durationIn(ref) !== "") && {
        title: "TIME",
        color: "dim",
        align: "right",
        spare: 4,
        text: durationIn,
      },
    isWide(style) &&
      refs.some(({ promptCount }) => promptCount) && {
        title: "PROMPTS",
        color: "dim",
        align: "right",
        spare: 4,
        text: ({ promptCount }) => (promptCount === undefined ? "" : formatCount(promptCount)),
      },
    isWide(style) &&
      refs.some(({ subagentCount }) => subagentCount) && {
        title: "AGENTS",
        color: "dim",
        align: "right",
        spare: 3,
        text: ({ subagentCount }) => (subagentCount ? `+${subagentCount}` : ""),
      },
    new Set(refs.map(({ source }) => source)).size > 1 && {
      title: "SOURCE",
      color: "dim",
      spare: 2,
      text: ({ source }) => source,
    },
    refs.some(({ project }) => project?.name !== undefined) && {
      title: "PROJECT",
      color: "cyan",
      share: 0.15,
      spare: 1,
      text: ({ project }) => project?.name ?? "",
    },
    {
      title: "TITLE",
      color: (ref) => (isDim(ref) ? "dim" : undefined),
      text: titleOf,
      more: ({ marks = [] }) => marks,
    },
  ];
  return tableOf(
    refs,
    columns.filter((column) => column !== false),
    style,
  );
}

/** From the first to the last moment of a session, as far as a list knows them. */
function durationIn({ startedAt, updatedAt }: SessionRef): string {
  // In a column, the longest words take room from all titles.
  return durationOf(startedAt, updatedAt)?.replace("under a minute", "< 1 min") ?? "";
}

/** In less, a title needs the columns that times and numbers would take. */
function isWide({ columns = Number.POSITIVE_INFINITY }: TextStyle): boolean {
  return columns >= 120;
}

function isDim({ archived, unlisted, trace, title }: SessionRef): boolean {
  return Boolean(archived || unlisted || trace) || title === undefined;
}

/** The title of a column of days: a person knows their own zone, and which one they asked for. */
export function titleOfDays(title: string, timezone = machineZone()): string {
  return timezone === "UTC" ? `${title} (UTC)` : title;
}

/** The day on which a session was last active, harmless, in a time zone or that of this machine; empty when it is unknown. */
export function lastDay(
  { updatedAt, startedAt }: Pick<SessionRef, "updatedAt" | "startedAt">,
  timezone?: string,
): string {
  return shownDay(updatedAt ?? startedAt ?? "", timezone);
}

/** The day of an RFC 3339 time, harmless, in a time zone or that of this machine. */
export function shownDay(time: string, timezone = machineZone()): string {
  return safeLine(localTime(time, timezone).slice(0, 10));
}

/** The title of a session as a list shows it, after what the tool has done with the session or left of it. */
export function titleOf({ archived, unlisted, trace, title = "(no title)" }: SessionRef): string {
  const marks = [archived && "(archived)", unlisted && "(unlisted)", trace && "(deleted)"];
  return [...marks, title].filter(Boolean).join(" ");
}
