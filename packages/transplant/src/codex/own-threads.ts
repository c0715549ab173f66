import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { contextFor, type Session, type SessionRef } from "@chatexport/core";
import { attempt, type System } from "@chatexport/core/read";
import { ChangeError } from "@chatexport/relocate";
import codex from "@chatexport/source-codex";
import {
  type CodexLocator,
  listThreads,
  ownFolder,
  type ThreadLocator,
} from "@chatexport/source-codex/paths";
import { lostText } from "../read-back.js";

/** A session in the user's own Codex, and all of them. */
export interface OwnThread {
  ref: SessionRef<CodexLocator>;
  locator: ThreadLocator;
  /** The folder of the tool. */
  home: string;
  all: readonly ThreadLocator[];
}

/** The sessions in the user's own Codex of which a rollout is there. */
export function ownThreads(system: System): OwnThread[] {
  const home = ownFolder(system);
  const refs = existsSync(home) ? listThreads([home], true, contextFor({}, {})) : [];
  const all = refs.flatMap(({ locator }) => ("segments" in locator ? withAgents(locator) : []));
  return refs.flatMap((ref) =>
    "segments" in ref.locator ? [{ ref, locator: ref.locator, home, all }] : [],
  );
}

/** The conversation of a session, its sub-agents with it. Throws `ChangeError` when nothing was said in it. */
export async function loadConversation({ ref }: OwnThread): Promise<Session> {
  const session = await codex({ roots: [] }).load(ref, contextFor({}, {}));
  if (lostText(session, { ...session, messages: [] }) !== undefined) return session;
  throw new ChangeError("no-such-session", `There is no conversation in session ${ref.id}.`);
}

/** A session and its sub-agents. */
export function withAgents(locator: ThreadLocator): ThreadLocator[] {
  return [locator, ...locator.children.flatMap(withAgents)];
}

/** A session of Codex as the journal names it. */
export function aboutThread({ locator }: OwnThread): {
  source: string;
  session: string;
  folder: string;
} {
  const { id, cwd } = locator;
  return { source: "codex", session: id, folder: cwd ?? dirname(ownFiles(locator)[0] ?? "") };
}

/** The files of a session itself, the oldest first. */
export function ownFiles({ segments }: ThreadLocator): string[] {
  return segments.filter(({ thread }) => thread === undefined).map(({ path }) => path);
}

/** The sessions that go on from a file of some sessions, and are none of these. */
export function goingOnFrom(
  threads: readonly ThreadLocator[],
  all: readonly ThreadLocator[],
): ThreadLocator[] {
  const files = new Set(threads.flatMap(ownFiles));
  const own = new Set(threads.map(({ id }) => id));
  return all.filter(
    ({ id, segments }) => !own.has(id) && segments.some(({ path }) => files.has(path)),
  );
}

/** The databases of some kinds in the folder of the tool; the number of their version is in their names. */
export function databasesOf(home: string, kinds: readonly string[]): string[] {
  return (attempt(() => readdirSync(home)) ?? [])
    .filter((name) => kinds.includes(/^(\w+)_\d+\.sqlite$/.exec(name)?.[1] ?? ""))
    .map((name) => join(home, name));
}
