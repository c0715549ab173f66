import { lstatSync } from "node:fs";
import { join } from "node:path";
import { type Context, compareStrings, type JsonObject, present } from "@chatexport/core";
import { attempt, numberOf, stringOf, textOf } from "@chatexport/core/read";
import { malformedSidecar } from "../diagnostics.js";
import { readJsonFile } from "../files/private-file.js";
import { type Hints, projectAt, type Sidecar } from "../head/head.js";
import type { TranscriptFile } from "../locate/contents.js";
import type { StoreFile } from "../locate/disk.js";
import { archiveMarkName } from "../locate/file-kinds.js";

/**
 * The sidecars of the desktop app by the id of the session. When several are about one session, the one with the
 * latest activity counts. Reports those that tell nothing.
 */
export function readSidecars(
  sidecars: readonly StoreFile[],
  context: Context,
): Map<string, Sidecar> {
  const latest = new Map<string, Sidecar>();
  for (const file of [...sidecars].sort((a, b) => compareStrings(a.path, b.path))) {
    context.signal.throwIfAborted();
    const note = readJsonFile(file);
    const id = note && sessionIdOf(note);
    if (!note || id === undefined) context.report(malformedSidecar(file.path, "desktop"));
    else if (activityOf(note) >= activityOf(latest.get(id)?.note ?? {}))
      latest.set(id, { path: file.path, note, hints: hintsOf(note) });
  }
  return latest;
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

/**
 * Hints with what lies in the session's own folder: the title that the user gave (September 2026) and the
 * archive mark (2.1.330), which come before all others. Reports a mark that says nothing.
 */
export function withOwnNotes(hints: Hints, file: TranscriptFile, context: Context): Hints {
  const title = textOf(readNote(file, "custom-title.json")?.note?.customTitle);
  const { path, note: mark } = readNote(file, archiveMarkName) ?? {};
  const isMarked = typeof mark?.archived === "boolean";
  if (path !== undefined && !isMarked) context.report(malformedSidecar(path, "archive"));
  // A mark that was taken back says false.
  const archived = (isMarked ? mark.archived === true : hints.archived) || undefined;
  const native = mark ? { ...hints.native, archiveMark: mark } : hints.native;
  return present({ ...hints, userTitle: title ?? hints.userTitle, archived, native });
}

const largest = 64 * 1024;

/** A small file in a session's own folder, in which links are not followed. */
function readNote({ companions, folder }: TranscriptFile, name: string) {
  const path = join(folder, name);
  const file = companions.find((companion) => companion.path === path);
  const isOwn = file && attempt(() => lstatSync(path).isFile());
  return isOwn ? { path, note: readJsonFile(file, largest) } : undefined;
}
