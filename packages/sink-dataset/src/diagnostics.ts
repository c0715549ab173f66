import type { Diagnostic } from "@chatexport/core";

/**
 * The card of a data set was edited, so it stays: its counts may be those of an earlier run.
 * @remedy Correct the counts from manifest.json; or remove README.md, to have it written anew.
 */
export function cardEdited(path: string): Diagnostic {
  const message = `${path} was edited and stays as it is; its counts may be old.`;
  return { severity: "warning", code: "card-edited", message };
}

/**
 * A data set has no sessions for tests: none of its projects, or too few sessions, fell to that
 * side.
 * @remedy Raise `dataset.test`, or choose `dataset.split=time`.
 */
export function splitWithoutSessions(name: string): Diagnostic {
  const message = `No session is in the split ${name}: --option dataset.test=… decides how many are for tests.`;
  return { severity: "warning", code: "split-without-sessions", message };
}
