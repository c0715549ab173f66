import type { SessionRef } from "./plugin.js";

/** Names a session among those of all sources. */
export function sessionKey({ source, id }: Pick<SessionRef, "source" | "id">): string {
  return `${source}\n${id}`;
}
