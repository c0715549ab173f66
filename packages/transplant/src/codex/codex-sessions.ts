import type { System } from "@chatexport/core/read";
import type { OwnSession } from "../own-session.js";
import { type OwnThread, ownFiles, ownThreads } from "./own-threads.js";
import { planThreadCopy } from "./plan-copy.js";
import { planThreadDeletion } from "./plan-delete.js";
import { planThreadRenaming } from "./plan-rename.js";
import { planThreadTrim } from "./plan-trim.js";

/** The sessions of the user's own Codex. */
export function codexSessions(system: System): ReadonlyMap<string, OwnSession> {
  return new Map(ownThreads(system).map((thread) => [thread.ref.id, codexSession(thread, system)]));
}

function codexSession(thread: OwnThread, system: System): OwnSession {
  const { ref, locator } = thread;
  return {
    ...{ source: "codex", id: locator.id, path: ownFiles(locator).at(-1) ?? "" },
    ref: async () => ref,
    rename: (title) => planThreadRenaming(thread, title),
    copy: (at) => planThreadCopy(thread, system, at),
    trim: (wanted) => planThreadTrim(thread, wanted),
    delete: () => planThreadDeletion(thread),
  };
}
