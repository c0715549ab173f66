import { contextFor, type Session, type SessionRef } from "@chatexport/core";
import type { System } from "@chatexport/core/read";
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

/** A session as its source lists it; undefined where that finds no conversation. */
export async function listedIn({ tool, stored }: Packable): Promise<SessionRef | undefined> {
  const source = packedTools[tool].source(stored.roots);
  try {
    for await (const ref of source.list(contextFor({}, {}))) if (ref.id === stored.id) return ref;
  } finally {
    await source.close?.();
  }
  return undefined;
}

/** A session as its source reads it. Throws `ChangeError` where that finds no conversation. */
export async function readPackable(packable: Packable): Promise<Session> {
  const ref = await listedIn(packable);
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
