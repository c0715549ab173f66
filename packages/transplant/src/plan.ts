import { resolve } from "node:path";
import type { Session } from "@chatexport/core";
import { realPath, type System, thisSystem } from "@chatexport/core/read";
import { countPrompts, missingPrompt, untilPrompt } from "./prompts.js";
import type { Place } from "./target.js";
import { type TargetName, targets } from "./targets.js";

/** How a session is to go on. */
export interface TransplantOptions {
  /** The tool that goes on with it. */
  to: TargetName;
  /** The folder in which the tool works on; it need not be there. */
  folder: string;
  /** Only what was said until the prompt of this number was answered, counted from 1. */
  at?: number;
  /** The system on which the tool's store depends; the one that this runs on when it is absent. */
  system?: System;
}

/** What putting a session into the store of a tool would change; nothing is changed by planning. */
export interface Transplant extends Omit<Place, "startedAt"> {
  to: TargetName;
  /** The session as it is written. */
  session: Session;
  /** The file that is made; or that is there, when the tool has the session already. */
  path: string;
  isThere: boolean;
  /** What a person types in `folder` to go on. */
  command: string[];
  system: System;
}

/**
 * Plans how a session gets into the store of a tool. One of the tool itself that goes on elsewhere, or from an
 * earlier prompt, becomes another session. Throws `ChangeError` when this cannot be what the user means.
 */
export function planTransplant(session: Session, options: TransplantOptions): Transplant {
  const { to, at, system = thisSystem() } = options;
  const target = targets[to];
  const folder = realPath(resolve(options.folder));
  if (at !== undefined && at > countPrompts(session)) throw missingPrompt(at, session);
  const part = at === undefined ? session : untilPrompt(session, at);
  const planned = (id: string, path: string, isThere: boolean): Transplant => ({
    ...{ to, id, folder, path, isThere, system, command: target.command(id) },
    session: { ...part, id, cwd: folder },
  });

  const ownId = target.idOf(session);
  const [own] = target.filesOf(ownId, system);
  const startedAt = startOf(session);
  const pathFor = (id: string) => target.pathOf({ id, folder, startedAt }, system);
  if (own === undefined) return planned(ownId, pathFor(ownId), false);
  const isInPlace = own === pathFor(ownId) || realPath(session.cwd ?? "") === folder;
  if (at === undefined && isInPlace) return planned(ownId, own, true);
  const id = target.idOf({ ...session, id: [session.id, folder, at].join(" ") });
  const [other] = target.filesOf(id, system);
  if (other !== undefined) return planned(id, other, true);
  return planned(id, pathFor(id), false);
}

/** When a session began; now, when nothing says so. */
function startOf({ startedAt, messages }: Session): Date {
  const times = [startedAt, ...messages.map(({ createdAt }) => createdAt)];
  const dates = times.map((time) => new Date(time ?? ""));
  return dates.find((date) => !Number.isNaN(date.getTime())) ?? new Date();
}
