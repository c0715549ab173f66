import {
  type Context,
  compareStrings,
  type JsonObject,
  type Project,
  present,
} from "@chatexport/core";
import { numberOf, stringOf, textOf } from "@chatexport/core/read";
import { readJsonFile } from "../files/json-file.js";
import { projectAt } from "../head/head.js";
import type { Hints } from "../head/locator.js";
import type { StoreFile } from "../locate/contents.js";

/**
 * What the sidecars of the desktop app tell, by the id of the session. When several are about one
 * session, the one with the latest activity counts. Reports those that tell nothing.
 */
export function desktopHints(sidecars: readonly StoreFile[], context: Context): Map<string, Hints> {
  const latest = new Map<string, JsonObject>();
  for (const file of [...sidecars].sort((a, b) => compareStrings(a.path, b.path))) {
    context.signal.throwIfAborted();
    const sidecar = readJsonFile(file);
    const id = sidecar && sessionIdOf(sidecar);
    if (!sidecar || id === undefined) reportSidecar(file, context);
    else if (activityOf(sidecar) >= activityOf(latest.get(id) ?? {})) latest.set(id, sidecar);
  }
  const hints = [...latest].map(([id, sidecar]) => [id, hintsOf(sidecar)] as const);
  return new Map(hints);
}

function reportSidecar({ path }: StoreFile, { report }: Context): void {
  report({
    severity: "warning",
    code: "malformed-sidecar",
    message:
      "The desktop app's file about a session cannot be read, is not JSON, or names no session; the title that the app shows is not known.",
    origin: { path },
  });
}

/** The name of the transcript; `sessionId` is the app's own, except where there is no other. */
function sessionIdOf(sidecar: JsonObject): string | undefined {
  return (
    textOf(sidecar.cliSessionId) ?? textOf(sidecar.cli_session_id) ?? textOf(sidecar.sessionId)
  );
}

/** Time of the last activity in ms since 1970, 0 when it is not known. */
function activityOf({ lastActivityAt }: JsonObject): number {
  const time = numberOf(lastActivityAt) ?? Date.parse(stringOf(lastActivityAt) ?? "");
  return Number.isNaN(time) ? 0 : time;
}

function hintsOf(sidecar: JsonObject): Hints {
  const worktreeName = textOf(sidecar.worktreeName);
  return present({
    title: textOf(sidecar.title),
    archived: sidecar.isArchived === true ? true : undefined,
    project: originalProject(sidecar),
    native: worktreeName === undefined ? undefined : { worktreeName },
  });
}

/** A worktree is a copy of a project; what was done in it belongs to the project. */
function originalProject({ cwd, originCwd }: JsonObject): Project | undefined {
  const path = textOf(originCwd);
  return path === undefined || path === cwd ? undefined : projectAt(path);
}
