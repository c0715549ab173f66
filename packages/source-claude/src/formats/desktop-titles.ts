import {
  type Message,
  present,
  type Session,
  type SessionRef,
  schemaVersion,
} from "@chatexport/core";
import { textOf, utcTime } from "@chatexport/core/read";
import { type Head, projectAt, type Sidecar } from "../head/head.js";
import { andSubagents, type DesktopLocator, hash8, type Trace } from "../head/locator.js";

/** The sessions of which the desktop app keeps the title, and nothing else is left. */
export function listDesktopTitles(
  sidecars: ReadonlyMap<string, Sidecar>,
  isKnown: (sessionId: string) => boolean,
): Trace[] {
  return [...sidecars].flatMap(([id, sidecar]) =>
    sidecar.hints.title === undefined || isKnown(id) ? [] : traceOf(id, sidecar),
  );
}

function traceOf(id: string, { path, note, hints }: Sidecar): Trace {
  const cwd = textOf(note.cwd);
  const head: Head = present({
    title: hints.title,
    titleFrom: "generated",
    cwd,
    project: hints.project ?? (cwd === undefined ? undefined : projectAt(cwd)),
    startedAt: utcTime(note.createdAt),
    updatedAt: utcTime(note.lastActivityAt),
  });
  const { titleFrom: _, ...listed } = head;
  const model = textOf(note.model);
  const locator: DesktopLocator = present({ format: "claude/desktop", path, head, model });
  const { archived } = hints;
  const revision = hash8(JSON.stringify([locator, archived]));
  return present({ id, source: "claude", ...listed, archived, trace: true, revision, locator });
}

/** What the desktop app keeps of a session without a transcript, as a session. */
export function desktopSessionOf(
  { id, archived }: SessionRef,
  { format, path, head: { branch: _, ...known }, model, subagents }: DesktopLocator,
): Session {
  const text = `Only the title that the desktop app keeps of this session is left: there is no transcript of it. Claude Code deletes old ones.${andSubagents(subagents)}`;
  const message: Message = {
    id: "title-only",
    role: "system",
    parts: [{ type: "notice", level: "info", text, code: "title-only" }],
  };
  return present({
    schemaVersion,
    id,
    source: "claude",
    format,
    ...known,
    model,
    archived,
    messages: [message],
    records: { read: 0, kept: 0 },
    origin: { path },
  });
}
