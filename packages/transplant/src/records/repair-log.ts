import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { withoutHalves } from "@chatexport/core";
import { jsonLinesOf, type System } from "@chatexport/core/read";
import { ChangeError } from "@chatexport/relocate";
import { ownRollouts } from "@chatexport/source-codex/paths";
import { ownEventLogs } from "@chatexport/source-copilot/paths";
import type { Finding, Found, Repair } from "./damages.js";
import { Draft } from "./draft.js";
import { repairLines } from "./repair-lines.js";

/** A file with a record in each line, in which only lines are repaired: no record names the one before it. */
export interface Log {
  /** The tool that wrote it, by the name of its source. */
  source: string;
  session: string;
  path: string;
}

/** The rollouts of Codex and the event logs of Copilot's command line in the user's own stores. */
export function ownLogs(system: System): Log[] {
  return [
    ...ownRollouts(system).map((log) => ({ source: "codex", ...log })),
    ...ownEventLogs(system).map((log) => ({ source: "copilot", ...log })),
  ];
}

/**
 * The logs of the session whose id begins or ends with a word; none when there is no such session. Codex has several
 * of one that was reverted. Throws `ChangeError` when the word names several sessions.
 */
export function findLogs(word: string, system: System): Log[] {
  const all = ownLogs(system);
  const whole = all.filter(({ session }) => session === word);
  if (whole.length > 0) return whole;
  const found = all.filter(({ session }) => session.startsWith(word) || session.endsWith(word));
  const sessions = [...new Set(found.map(({ session }) => session))];
  if (sessions.length > 1)
    throw new ChangeError(
      "no-such-session",
      `${word}: ${sessions.length} sessions match (${sessions.slice(0, 3).join(", ")} …); name more of the id.`,
    );
  return found;
}

/** Looks for what is wrong with the lines of a log; nothing is changed. Throws for a file that cannot be read. */
export function planLogRepair({ source, session, path }: Log): Repair {
  const before = readFileSync(path);
  const draft = new Draft(before);
  const findings = repairedLines(draft);
  const after = draft.bytes();
  return {
    findings,
    isHopeless: findings.length > 0 && after.toString("latin1").trim() === "",
    edit: { source, session, path, folder: dirname(path), before, after },
  };
}

function repairedLines(draft: Draft): Finding[] {
  const findings: Finding[] = [];
  const found: Found = (damage, { number }) =>
    findings.push({ damage, ...(number && { line: number }) });
  repairLines(draft, found);
  return findings;
}

/** The first damage that a repaired log still has, or a record that it lost; undefined when all is well. */
export function logFault(path: string, before: Buffer): string | undefined {
  const after = readFileSync(path);
  const [left] = repairedLines(new Draft(after));
  if (left) return `${left.damage} is still in line ${left.line}`;
  const kept = new Set(recordsIn(after));
  const lost = recordsIn(before).find((record) => !kept.has(record));
  return lost && `this is missing: ${lost.slice(0, 80)}`;
}

/** The records that a reader finds in a log, in which U+FFFD stands for halves of characters. */
function recordsIn(bytes: Buffer): string[] {
  const lines = bytes.toString("utf8").split("\n");
  return [...jsonLinesOf(lines, false)].flatMap((line) =>
    "record" in line ? JSON.stringify(JSON.parse(withoutHalves(JSON.stringify(line.record)))) : [],
  );
}
