import { contextFor, type Session, type SessionRef } from "@chatexport/core";
import { getOrAdd, type System } from "@chatexport/core/read";
import { ChangeError } from "@chatexport/relocate";
import { oneNamed } from "../one-named.js";
import type { StoredSession } from "./packed-tool.js";
import { type PackedToolName, packedToolNames, packedTools } from "./packed-tools.js";

/** A session that can be packed. */
export interface Packable {
  /** The name of the source of its tool. */
  tool: PackedToolName;
  stored: StoredSession;
}

const listed = new Intl.ListFormat("en-GB");

/**
 * The session whose id begins or ends with a word, in the user's own stores of some tools. Throws `ChangeError` when
 * there is none, or more than one.
 */
export function findPackable(
  word: string,
  system: System,
  tools: readonly PackedToolName[] = packedToolNames,
): Packable {
  const found = tools.flatMap((tool) => {
    const stored = oneNamed(word, packedTools[tool].sessions(system));
    return stored ? { tool, stored } : [];
  });
  const [session, ...others] = found;
  if (session && others.length === 0) return session;
  const titles = listed.format(tools.map((tool) => packedTools[tool].title));
  throw new ChangeError(
    "no-such-session",
    session
      ? `${word} is a session of ${found.length} tools: name one with --from.`
      : `${titles} ${tools.length > 1 ? "have" : "has"} no session ${word}; chatexport list shows all.`,
  );
}

/** All sessions at the places of one, by their ids. */
async function refsAt({ tool, stored }: Packable): Promise<Map<string, SessionRef>> {
  const source = packedTools[tool].source(stored.roots);
  const refs = new Map<string, SessionRef>();
  try {
    for await (const ref of source.list(contextFor({}, {}))) getOrAdd(refs, ref.id, () => ref);
  } finally {
    await source.close?.();
  }
  return refs;
}

/**
 * Tells of sessions as their sources list them, undefined where these find no conversation. Places at which several of
 * them lie are listed once.
 */
export function listing(): (packable: Packable) => Promise<SessionRef | undefined> {
  const known = new Map<string, Promise<Map<string, SessionRef>>>();
  return async (packable) => {
    const { tool, stored } = packable;
    const refs = getOrAdd(known, JSON.stringify([tool, stored.roots]), () => refsAt(packable));
    return (await refs).get(stored.id);
  };
}

/** A session as its source reads it. Throws `ChangeError` where that finds no conversation. */
export async function readPackable(packable: Packable): Promise<Session> {
  const ref = await listing()(packable);
  const { tool, stored } = packable;
  const source = packedTools[tool].source(stored.roots);
  try {
    const session = ref && (await source.load(ref, contextFor({}, {})));
    if (session && session.messages.length > 0) return session;
  } finally {
    await source.close?.();
  }
  const { title } = packedTools[tool];
  throw new ChangeError("no-such-session", `There is no conversation in ${stored.id} of ${title}.`);
}
