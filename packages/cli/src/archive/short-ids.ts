import { createHash } from "node:crypto";
import type { SessionRef } from "@chatexport/core";

/** A session as far as its short id needs to know it. */
export type Identified = Pick<SessionRef, "id" | "source">;

/**
 * Gives each session a short id: the last 8 letters or digits of its id; 12 where sessions of the
 * source share those 8; a hash of the id where they share the 12 as well. Short ids of a source
 * differ in more than case, and the order of the sessions does not matter.
 */
export function shortIds(sessions: Iterable<Identified>): (session: Identified) => string {
  const owners = new Map<string, Set<string>>();
  for (const { source, id } of sessions) {
    for (const ending of endings(id)) {
      const key = keyOf(source, ending);
      owners.set(key, (owners.get(key) ?? new Set()).add(id));
    }
  }
  return ({ source, id }) =>
    endings(id).find((ending) => owners.get(keyOf(source, ending))?.size === 1) ?? hash(id);
}

/** The ASCII letters and digits of an id. */
export function lettersOf(id: string): string {
  return id.replace(/[^a-z0-9]/gi, "");
}

function endings(id: string): string[] {
  const letters = lettersOf(id);
  return letters === "" ? [] : [letters.slice(-8), letters.slice(-12)];
}

function keyOf(source: string, ending: string): string {
  return `${source} ${ending.toLowerCase()}`;
}

function hash(id: string): string {
  return createHash("sha256").update(id).digest("hex").slice(0, 16);
}
