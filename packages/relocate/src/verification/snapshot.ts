import { createHash } from "node:crypto";
import { basename } from "node:path";
import { pathToFileURL } from "node:url";
import { listSessions, loadSessions, type SessionRef, type Source } from "@chatexport/core";
import { isWindowsPath, type PathPair } from "../move/path-map.js";

/** Makes texts equal that differ in the paths of a move alone. */
type Neutralize = (json: string) => string;

/**
 * Takes the old and the new path of each pair out of a JSON text, and both names of everything that
 * is renamed in a store: its path, and its name, which also occurs alone or below another home.
 * Text that is taken out too much, as from a longer name, is taken out of both texts that are compared.
 */
export function neutralizer(
  pairs: readonly PathPair[],
  ofStores: readonly PathPair[] = [],
): Neutralize {
  const isWindows = pairs.some(({ from }) => isWindowsPath(from));
  const isAnyCase = isWindows || pairs.some(({ ignoresCase }) => ignoresCase);
  const plain = (text: string) => {
    const spelled = isWindows ? text.replaceAll("\\\\", "/") : text.normalize("NFC");
    return isAnyCase ? spelled.toLowerCase() : spelled;
  };
  const words = new Map<string, string>();
  const take = (spellings: readonly string[], token: string) => {
    for (const spelling of spellings) words.set(plain(spelling), token);
  };
  // A folder that is reached through a link has two pairs, which are one folder all the same.
  const known = (path: string) => words.get(plain(spellings(path)[0] ?? path));
  pairs.forEach(({ from, to }, index) => {
    take([...spellings(from), ...spellings(to)], known(from) ?? known(to) ?? `<${index}>`);
  });
  ofStores.forEach(({ from, to }, index) => {
    const names = basename(from) === basename(to) ? [] : [basename(from), basename(to)];
    take([...spellings(from), ...spellings(to), ...names], `<store ${index}>`);
  });
  const longestFirst = [...words].sort(([a], [b]) => b.length - a.length);
  return (json) =>
    longestFirst.reduce((text, [word, token]) => text.replaceAll(word, token), plain(json));
}

function spellings(path: string): string[] {
  const escaped = JSON.stringify(path).slice(1, -1);
  if (isWindowsPath(path)) return [escaped];
  return [escaped, pathToFileURL(path).pathname, asInEditors(path)];
}

/** A path in a URI of VS Code and Cursor, which encode more than a URI has to. */
function asInEditors(path: string): string {
  const encode = (sign: string) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;
  const segments = path
    .toWellFormed()
    .split("/")
    .map((segment) => encodeURIComponent(segment));
  return segments.join("/").replace(/[!'()*]/g, encode);
}

/** The facts that a source gives of a session, without the paths of the move. */
export interface SessionState {
  ref: SessionRef;
  /** The facts from listing, without the paths. */
  listed: string;
  /** A digest of its content; absent for one that was not asked for, or cannot be loaded. */
  content?: string;
  /** The ids of its messages, where its content is known. */
  messages?: ReadonlySet<string>;
}

/** The facts that sources give of their sessions, by source and id. */
export type Snapshot = ReadonlyMap<string, SessionState>;

/** Lists all sessions, and loads those that `isWanted` selects by their key. */
export async function takeSnapshot(
  sources: readonly Source[],
  neutralize: Neutralize,
  isWanted: (ref: SessionRef, key: string) => boolean,
  signal: AbortSignal,
): Promise<Snapshot> {
  // What cannot be read has no state, before and after.
  const run = { signal, report: () => {} };
  const listed = await listSessions(sources, run);
  const states = new Map<string, SessionState>();
  for (const { ref } of listed) {
    // Messages say it, too; two folders are one where a project moves to a name that was taken before.
    const { folders: _, ...told } = ref;
    states.set(keyOf(ref), { ref, listed: neutralize(JSON.stringify(told, withoutStorage)) });
  }
  const wanted = listed.filter(({ ref }) => isWanted(ref, keyOf(ref)));
  for await (const { ref, session } of loadSessions(wanted, run)) {
    const state = states.get(keyOf(ref));
    if (!state) continue;
    // A folder is told only where it is not the session's, which it may be after the move.
    const folder = neutralize(JSON.stringify(session.cwd ?? null));
    const isFolder = (value: unknown) => neutralize(JSON.stringify(value)) === folder;
    const withoutFolder = (name: string, value: unknown) =>
      name === "cwd" && isFolder(value) ? undefined : withoutStorage(name, value);
    // Where only prompts are left, the id is made of the path, too.
    const json = neutralize(JSON.stringify(session, withoutFolder));
    const content = json.replaceAll(neutralize(ref.id), "<id>");
    state.content = createHash("sha256").update(content).digest("hex");
    state.messages = new Set(session.messages.map(({ id }) => id));
  }
  signal.throwIfAborted();
  return states;
}

function keyOf({ source, id }: SessionRef): string {
  return JSON.stringify([source, id]);
}

/**
 * The fields that a move changes in any case: where and how something is stored, and the name of
 * the project.
 */
const ofStorage: ReadonlySet<string> = new Set(["bytes", "locator", "revision", "project"]);

function withoutStorage(name: string, value: unknown): unknown {
  return ofStorage.has(name) ? undefined : value;
}
