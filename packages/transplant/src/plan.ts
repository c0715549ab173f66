import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { defined, type Session } from "@chatexport/core";
import { realPath, type System, thisSystem } from "@chatexport/core/read";
import { isWindowsPath } from "@chatexport/relocate";
import { countPrompts, missingPrompt, untilPrompt } from "./prompts.js";
import { lostAnywhere } from "./read-back.js";
import { readSession } from "./read-session.js";
import { startOf } from "./start-of.js";
import type { AgentFile, Place } from "./target.js";
import { type TargetName, targets } from "./targets.js";

/** The options of a session that goes on. */
export interface TransplantOptions {
  /** The tool that goes on with it. */
  to: TargetName;
  /** The folder in which the tool works on; it need not be there. */
  folder: string;
  /** Only what was said until the prompt of this number was answered, counted from 1. */
  at?: number;
  /** Another session of the same change that gets an id, if there is one. */
  otherOf?(id: string): Promise<Transplant> | undefined;
  /** The system on which the tool's store depends; the one that this runs on when it is absent. */
  system?: System;
}

/**
 * The changes that putting a session into the store of a tool would make; nothing is changed by
 * planning.
 */
export interface Transplant extends Omit<Place, "startedAt"> {
  to: TargetName;
  /** The session as it is written. */
  session: Session;
  /** The file that is made; or that is there, when the tool has the session already. */
  path: string;
  isThere: boolean;
  /** The files of its sub-agents, which come with it into the tool that it is of. */
  agents: AgentFile[];
  /** The command that takes the file into the tool's own store first, where it does not lie in that. */
  import?: string[];
  /** A second file that the tool looks for, and that is made with it. */
  mark?: { path: string; text: string };
  /** The file that the tool has of an earlier state of the session, without what was said in another tool since. */
  earlier?: string;
  /** The command that a person types in `folder` to go on. */
  command: string[];
  system: System;
}

/**
 * Plans how a session gets into the store of a tool. One of the tool itself that goes on elsewhere, or from an
 * earlier prompt, becomes another session; so does one that went on in another tool since it was put here, or is put
 * here by the same change. Throws `ChangeError` when this cannot be what the user means.
 */
export async function planTransplant(
  session: Session,
  options: TransplantOptions,
): Promise<Transplant> {
  const { to, at, system = thisSystem() } = options;
  const target = targets[to];
  // A session of another system keeps its folder.
  const isAbsolute = isWindowsPath(options.folder);
  const folder = realPath(isAbsolute ? options.folder : resolve(options.folder));
  if (at !== undefined && at > countPrompts(session)) throw missingPrompt(at, session);
  const part = at === undefined ? session : untilPrompt(session, at);
  const pathFor = (id: string) =>
    target.pathOf({ id, folder, startedAt: startOf(session) }, system);
  const fileOf = (id: string) => {
    const files = target.filesOf(id, system);
    return files.find((path) => path === pathFor(id)) ?? files[0];
  };
  const planned = (id: string, there?: string, earlier?: string): Transplant => {
    const path = there ?? pathFor(id);
    const startedAt = startOf(part).toISOString();
    const written = { ...part, id, cwd: folder, startedAt };
    return {
      ...{ to, id, folder, system, command: target.command(id) },
      ...{ path, isThere: there !== undefined, ...defined({ earlier }) },
      agents: there === undefined && session.source === to ? agentsOf(written, path) : [],
      ...defined({ import: target.importing?.(path) }),
      ...defined({ mark: there === undefined ? target.markOf?.(written, system) : undefined }),
      session: written,
    };
  };
  // The tool may have left them when it deleted their session.
  const agentsOf = (written: Session, path: string) =>
    (target.agentsOf?.(written, path, system) ?? []).filter((agent) => !existsSync(agent.path));

  const ownId = target.idOf(session);
  const own = fileOf(ownId);
  const other = own === undefined ? await options.otherOf?.(ownId) : undefined;
  const isSaid = other === undefined || lostAnywhere(part, other.session) === undefined;
  if (own === undefined && isSaid) return planned(ownId);
  const isInPlace =
    own === undefined || own === pathFor(ownId) || realPath(session.cwd ?? "") === folder;
  const isSame = at === undefined && isInPlace;
  if (
    own !== undefined &&
    isSame &&
    (session.source === to || (await hasAll(own, ownId, part, to)))
  )
    return planned(ownId, own);
  const earlier = isSame ? own : undefined;
  const state = isSame ? [part.messages.length, part.messages.at(-1)?.id] : [];
  const words = [session.id, folder, at, ...state];
  const id = target.idOf({ ...session, id: words.join(" ") });
  return planned(id, fileOf(id), earlier);
}

/** Tells if a file of a tool, which may have gone on since, has all texts of a session. */
async function hasAll(path: string, id: string, session: Session, to: TargetName) {
  const there = await readSession(path, id, to).catch(() => undefined);
  return there !== undefined && lostAnywhere(session, there) === undefined;
}
