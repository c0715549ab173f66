import { lstatSync } from "node:fs";
import { join } from "node:path";
import { type Context, compareStrings, type JsonObject, present } from "@chatexport/core";
import { attempt, numberOf, stringOf, textOf } from "@chatexport/core/read";
import { malformedSidecar } from "../diagnostics.js";
import { readJsonFile } from "../files/private-file.js";
import { type Hints, projectAt } from "../head/head.js";
import type { TranscriptFile } from "../locate/contents.js";
import type { StoreFile } from "../locate/disk.js";

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
    if (!sidecar || id === undefined) context.report(malformedSidecar(file.path, "desktop"));
    else if (activityOf(sidecar) >= activityOf(latest.get(id) ?? {})) latest.set(id, sidecar);
  }
  return new Map([...latest].map(([id, sidecar]) => [id, hintsOf(sidecar)]));
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
  // A worktree is a copy of a project; what was done in it belongs to the project.
  const origin = sidecar.originCwd === sidecar.cwd ? undefined : textOf(sidecar.originCwd);
  return present({
    title: textOf(sidecar.title),
    archived: sidecar.isArchived === true || undefined,
    project: origin === undefined ? undefined : projectAt(origin),
    native: worktreeName === undefined ? undefined : { worktreeName },
  });
}

const largest = 64 * 1024;

/** The title that the user gave, from `custom-title.json` in its own folder (September 2026). */
export function customTitle({ companions, folder }: TranscriptFile): string | undefined {
  const path = join(folder, "custom-title.json");
  const file = companions.find((companion) => companion.path === path);
  return file && isOwn(path) ? textOf(readJsonFile(file, largest)?.customTitle) : undefined;
}

/** Links in a session's own folder are not followed. */
function isOwn(path: string): boolean {
  return attempt(() => lstatSync(path).isFile()) ?? false;
}
