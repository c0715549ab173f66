import type { Location } from "../workspaces/location.js";

/** A workspace that has a conversation among its own. */
export interface Member {
  id: string;
  location: Location;
  /** The workspace lists the conversation; otherwise it was only opened there. */
  isListed: boolean;
  /** When the workspace's database was changed, in ms since 1970. */
  modified: number;
}

/**
 * The location of each conversation, by its id in lower case: of several workspaces that of one that
 * lists it, then of the one that was changed last.
 */
export function locationsOf(members: readonly Member[]): Map<string, Location> {
  const worstFirst = [...members].sort(
    (a, b) => Number(a.isListed) - Number(b.isListed) || a.modified - b.modified,
  );
  return new Map(worstFirst.map(({ id, location }) => [id.toLowerCase(), location]));
}
