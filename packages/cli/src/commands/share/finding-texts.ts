import { safeLine } from "@chatexport/core";
import type { Finding, SuspiciousKind } from "@chatexport/redact";
import { fitMiddle, formatCount } from "@chatexport/sink-terminal/format";
import { wrapAnsi } from "fast-wrap-ansi";
import type { Colors } from "../../terminal/text-style.js";

/** The name of each kind, for one and for many. */
export const kindNames: Readonly<Record<SuspiciousKind, readonly [one: string, many: string]>> = {
  "random-text": ["random text", "random texts"],
  "account-number": ["account number", "account numbers"],
  "e-mail-address": ["e-mail address", "e-mail addresses"],
  "phone-number": ["phone number", "phone numbers"],
  person: ["name", "names"],
  "user-name": ["user name", "user names"],
  host: ["internal host", "internal hosts"],
  "ip-address": ["IP address", "IP addresses"],
  "web-host": ["web site", "web sites"],
};

/** A line for each finding: its kind, its place, and its line of context. */
export function findingLines(findings: readonly Finding[], colors: Colors): string[] {
  return findings.map((finding) => {
    const [front, text, behind] = excerpt(finding, 100);
    const context = `${colors.dim(front)}${colors.inverse(text)}${colors.dim(behind)}`;
    return `${headOf(finding)}: ${context}`;
  });
}

/** "e-mail address in an answer (message 3), 4 times". */
export function headOf({ kind, place, times }: Finding): string {
  const [name] = kindNames[kind];
  const { role, message, in: part, name: tool, subagent } = place;
  const by =
    role === "user"
      ? "a message of yours"
      : role === "assistant"
        ? "an answer"
        : "a message of the tool";
  const which = [
    ...(tool === undefined ? [] : [safeLine(tool)]),
    ...(subagent === undefined ? [] : ["sub-agent"]),
    `message ${message}`,
  ].join(", ");
  const where = message === undefined ? `the ${part}` : `${by} (${which})`;
  return `${name} in ${where}${times > 1 ? `, ${formatCount(times)} times` : ""}`;
}

/** A text and its surroundings in its line, all harmless, with so many characters. */
export function excerpt(
  { before, text, after }: Pick<Finding, "before" | "text" | "after">,
  width: number,
): [front: string, text: string, behind: string] {
  const room = Math.max(10, width - text.length);
  const [left, right] = [lineOf(before).trimStart(), lineOf(after)];
  const behind = beginningOf(right, Math.max(room >> 1, room - left.length));
  return [endOf(left, room - behind.length), safeLine(text), behind];
}

/** The lines around a finding, which is marked in them. */
export function linesAround(
  { above, before, text, after, below }: Finding,
  { columns, most, colors }: { columns: number; most: number; colors: Colors },
): string[] {
  const wrapped = (line: string) => wrapAnsi(line, columns, { hard: true }).split("\n");
  const harmless = (lines: string) =>
    lines
      .replace(/\n\s*\n/g, "\n")
      .split("\n")
      .map(lineOf)
      .join("\n");
  const short = fitMiddle(safeLine(text), columns);
  const marked = colors.isColorSupported ? colors.inverse(short) : `»${short}«`;
  const upToIt = colors.dim(harmless(above + before).trimStart()) + marked;
  const all = wrapped(upToIt + colors.dim(harmless(after + below).trimEnd()));
  // One line below it, if there is one.
  const end = Math.min(all.length, wrapped(upToIt).length + 1);
  return all.slice(Math.max(0, end - most), Math.max(end, most));
}

/** The beginning of a text, up to a whole word and a sign that it goes on. */
function beginningOf(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).replace(/(?<=\s)\S*$/, "")}…`;
}

/** The end of a text, from a whole word on and behind a sign that it has begun before. */
function endOf(text: string, most: number): string {
  return text.length <= most
    ? text
    : `…${text.slice(text.length - most + 1).replace(/^\S*(?=\s)/, "")}`;
}

/** A harmless piece of a line, with the blanks at its ends. */
function lineOf(text: string): string {
  return safeLine(`|${text}|`).slice(1, -1);
}
