import { type Diagnostic, defined } from "@chatexport/core";
import { getOrAdd } from "@chatexport/core/read";
import type { Problem } from "./findings.js";

/**
 * The problems that listing reported: by severity, source, code and message, in the order of their
 * first.
 */
export function problemsOf(diagnostics: readonly Diagnostic[]): Problem[] {
  const problems = new Map<string, Problem>();
  for (const { severity, source, code, message, origin } of diagnostics) {
    const key = [severity, source, code].join("\0");
    const problem = getOrAdd(problems, key, () => ({
      ...defined({ severity, code, message, source, remedy: remedies[code] }),
      count: 0,
      places: [],
    }));
    problem.count++;
    if (origin?.path !== undefined)
      problem.places.push(origin.at === undefined ? origin.path : `${origin.path}:${origin.at}`);
  }
  const all = [...problems.values()];
  return (["error", "warning", "info"] as const).flatMap((severity) =>
    all.filter((problem) => problem.severity === severity),
  );
}

/** The remedies by code, in the words of docs/diagnostics.md; a test compares them. */
export const remedies: Readonly<Partial<Record<string, string>>> = {
  "damaged-database":
    "Recover the database with `sqlite3 FILE .recover | sqlite3 NEW`, or take it from a backup, and give it with `--root`.",
  "damaged-manifest":
    "Nothing, unless sessions that only the archive has are missing from its index: then take the file from a backup.",
  "deleted-transcripts":
    "Give a backup with `--root`; raise `cleanupPeriodDays` in Claude Code's settings to keep more.",
  "foreign-file": "Nothing, unless you expected a session in it.",
  "ghost-conversation": "Give a backup from before with `--root`, if you have one.",
  "malformed-row": "Give a backup with `--root`: it may have the row whole.",
  "source-failed": "Run again with `--verbose`; please report it with the version.",
  "unknown-file": "Please report which tool wrote it.",
  "unreadable-file":
    "Permit yourself to read it (`chmod u+r FILE`); a link to nowhere can be removed.",
  "unreadable-folder": "Permit yourself to read it (`chmod u+rx FOLDER`).",
  "unreadable-zip": "Download it once more, or unpack it and give the folder.",
};
