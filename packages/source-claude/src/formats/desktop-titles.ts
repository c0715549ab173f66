import { defined, present, type Session, type SessionRef } from "@chatexport/core";
import { type Head, projectAt, type Sidecar } from "../head/head.js";
import { type DesktopLocator, hash8, type Trace } from "../head/locator.js";
import { says } from "../says.js";
import { tracedSession, traceOf } from "./traces.js";

/** The sessions of which the desktop app keeps the title, and nothing else is left. */
export function listDesktopTitles(
  sidecars: ReadonlyMap<string, Sidecar>,
  isKnown: (sessionId: string) => boolean,
): Trace[] {
  return [...sidecars].flatMap(([id, sidecar]) =>
    sidecar.hints.title === undefined || isKnown(id) ? [] : titleTrace(id, sidecar),
  );
}

function titleTrace(id: string, sidecar: Sidecar): Trace {
  const { path, hints, cwd, startedAt, updatedAt, model } = sidecar;
  const head: Head = present({
    title: hints.title,
    titleFrom: "generated",
    cwd,
    project: hints.project ?? (cwd === undefined ? undefined : projectAt(cwd)),
    startedAt,
    updatedAt,
  });
  const locator: DesktopLocator = present({ format: "claude/desktop", path, head, model });
  const { archived } = hints;
  const revision = hash8(JSON.stringify([locator, archived]));
  return traceOf(id, locator, revision, defined({ archived }));
}

/** The desktop app's notes on a session without a transcript, as a session. */
export function desktopSessionOf({ id, archived }: SessionRef, locator: DesktopLocator): Session {
  const said = `${says.titleLeft} ${says.deleted}`;
  const more = defined({ model: locator.model, archived });
  return tracedSession(id, locator, "title-only", said, more);
}
