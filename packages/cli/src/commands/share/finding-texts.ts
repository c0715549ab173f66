import { safeLine } from "@chatexport/core";
import type { Finding, SuspiciousKind } from "@chatexport/redact";
import { formatCount } from "@chatexport/sink-terminal/format";
import type { Colors } from "../../terminal/text-style.js";

/** What a kind is called, for one and for many. */
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

/** A line for each finding: what it is, where it stands, and its line of context. */
export function findingLines(findings: readonly Finding[], colors: Colors): string[] {
  return findings.map((finding) => `${headOf(finding)}: ${contextOf(finding, 100, colors)}`);
}

/** "e-mail address in prompt 3, 4 times". */
export function headOf({ kind, place, times }: Finding): string {
  const [name] = kindNames[kind];
  const { role, message, in: part, name: tool } = place;
  const where =
    message === undefined
      ? `the ${part}`
      : `${role === "user" ? "a message of yours" : role === "assistant" ? "an answer" : "a message of the tool"}${tool === undefined ? "" : ` (${safeLine(tool)})`}`;
  return `${name} in ${where}${times > 1 ? `, ${formatCount(times)} times` : ""}`;
}

/** The line in which a finding stands, with so many characters around it. */
export function contextOf({ text, before, after }: Finding, width: number, colors: Colors): string {
  const room = Math.max(10, width - text.length);
  const [left, right] = [lineOf(before).trimStart(), lineOf(after)];
  const behind = beginningOf(right, Math.max(room >> 1, room - left.length));
  const front = endOf(left, room - behind.length);
  return `${colors.dim(front)}${colors.inverse(safeLine(text))}${colors.dim(behind)}`;
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
