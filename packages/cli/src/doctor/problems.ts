import { type Diagnostic, defined } from "@chatexport/core";
import type { Redaction } from "../redaction.js";
import type { Problem } from "./findings.js";
import { remedies } from "./remedies.js";

const severities: readonly Diagnostic["severity"][] = ["error", "warning", "info"];

/** What listing reported: by severity, source, code and what is said, in the order of their first. */
export async function problemsOf(
  diagnostics: readonly Diagnostic[],
  redaction: Redaction,
): Promise<Problem[]> {
  const problems = new Map<string, Problem>();
  for (const { severity, source, code, message, origin } of diagnostics) {
    const key = [severity, source, code].join("\0");
    const problem = problems.get(key) ?? {
      ...defined({ severity, code, message, source, remedy: remedies[code] }),
      count: 0,
      places: [],
    };
    problems.set(key, problem);
    problem.count++;
    if (origin?.path !== undefined)
      problem.places.push(origin.at === undefined ? origin.path : `${origin.path}:${origin.at}`);
  }
  const sorted = severities.flatMap((severity) =>
    [...problems.values()].filter((problem) => problem.severity === severity),
  );
  return redaction.data(sorted);
}
