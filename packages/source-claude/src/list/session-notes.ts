import { lstatSync } from "node:fs";
import { join } from "node:path";
import { type Context, compareStrings, defined, present } from "@chatexport/core";
import { attempt } from "@chatexport/core/read";
import { droppedFields, type Fields, type NamedFields, RowsBeside } from "@chatexport/core/source";
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
  // Most of a file is what the app has set for the session: servers, permissions, windows.
  const rows = new RowsBeside(sidecarFields, { hasSettings: true });
  for (const { path, ...file } of [...sidecars].sort((a, b) => compareStrings(a.path, b.path))) {
    context.signal.throwIfAborted();
    const note = readJsonFile({ path, ...file });
    const told = note && rows.read(note, { path }, noteOf);
    if (told?.id === undefined) context.report(malformedSidecar(path, "desktop"));
    else if ((told.updatedAt ?? "") >= (latest.get(told.id)?.updatedAt ?? ""))
      latest.set(told.id, { ...told, path });
  }
  rows.report(context);
  return latest;
}

/** The fields of a sidecar that are not read, with the reason. */
const sidecarFields: NamedFields = {
  dropped: droppedFields({
    "the app's own id": { texts: "sessionId" },
    "the records of the session have their folders": { texts: "worktreePath" },
    "the transcript is looked for": { texts: "transcriptUnavailable" },
  }),
};

/** The facts in a sidecar. Its `sessionId` is the app's own, except where there is no other. */
function noteOf(fields: Fields): Omit<Sidecar, "path"> & { id: string | undefined } {
  const id = fields.text("cliSessionId", "cli_session_id", "sessionId");
  const [cwd, origin] = [fields.text("cwd"), fields.text("originCwd")];
  const worktreeName = fields.text("worktreeName");
  const hints = present<Hints>({
    title: fields.text("title"),
    archived: fields.flag("isArchived") || undefined,
    // A worktree is a copy of a project; what was done in it belongs to the project.
    project: origin === undefined || origin === cwd ? undefined : projectAt(origin),
    native: worktreeName === undefined ? undefined : { worktreeName },
  });
  const facts = {
    cwd,
    startedAt: fields.time("createdAt"),
    updatedAt: fields.time("lastActivityAt"),
    model: fields.text("model"),
  };
  return { id, hints, ...defined(facts) };
}

/**
 * Hints with what lies in the session's own folder: the title that the user gave (September 2026) and the
 * archive mark (2.1.330), which come before all others. Reports a mark that says nothing.
 */
export function withOwnNotes(hints: Hints, file: TranscriptFile, context: Context): Hints {
  const title = ownTitle(file, context);
  const { path, note: mark } = readNote(file, archiveMarkName) ?? {};
  const isMarked = typeof mark?.archived === "boolean";
  if (path !== undefined && !isMarked) context.report(malformedSidecar(path, "archive"));
  // A mark that was taken back says false.
  const archived = (isMarked ? mark.archived === true : hints.archived) || undefined;
  const native = mark ? { ...hints.native, archiveMark: mark } : hints.native;
  return present({ ...hints, userTitle: title ?? hints.userTitle, archived, native });
}

/** The title that the user gave the session; what else the file says is told. */
function ownTitle(file: TranscriptFile, context: Context): string | undefined {
  const found = readNote(file, "custom-title.json");
  if (!found) return undefined;
  const rows = new RowsBeside({});
  const title = rows.read(found.note ?? {}, { path: found.path }, (note) =>
    note.text("customTitle"),
  );
  rows.report(context);
  if (title === undefined) context.report(malformedSidecar(found.path, "title"));
  return title;
}

const largest = 64 * 1024;

/** A small file in a session's own folder, in which links are not followed. */
function readNote({ companions, folder }: TranscriptFile, name: string) {
  const path = join(folder, name);
  const file = companions.find((companion) => companion.path === path);
  const isOwn = file && attempt(() => lstatSync(path).isFile());
  return isOwn ? { path, note: readJsonFile(file, largest) } : undefined;
}
