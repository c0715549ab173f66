import { groupBy } from "@chatexport/core/read";
import type { Copy, Omitted, UnlocatedCopy } from "../conversation/copy.js";
import type { ComposerHead } from "../parse/composer/composer-data.js";
import type { Location } from "../workspaces/locations.js";
import type { WorkspaceReference } from "../workspaces/resolve-location.js";

/** The entry of an index about a conversation. */
export interface IndexEntry
  extends Omit<ComposerHead, "subtitle" | "inlineCount" | "listsBubbles"> {
  id: string;
  /** Which index: the table (3.12 on), the row with all heads (3.0 on), or a workspace's (0.45 on). */
  from: "table" | "heads" | "workspace";
  workspace?: WorkspaceReference;
}

/**
 * The entries in the indexes of one or several databases, and the conversations that are inside of
 * them.
 */
export class EditorIndex {
  readonly entries: IndexEntry[] = [];
  readonly members: Member[] = [];
  /** By conversation, from the projects of the agents' window. */
  readonly projects = new Map<string, Location>();
  /** The folders and workspaces that were opened lately. */
  readonly recent: Location[] = [];
  readonly found: UnlocatedCopy[] = [];
  readonly omitted: Omitted[] = [];
  /** The places of workspaces, by the names of their folders. */
  readonly storages: ReadonlyMap<string, Location>;

  constructor(storages: ReadonlyMap<string, Location>) {
    this.storages = storages;
  }

  /** The entries of each conversation by its id in lower case, those of the best index first. */
  entriesById(): Map<string, IndexEntry[]> {
    const from = (index: IndexEntry["from"]) =>
      this.entries.filter((entry) => entry.from === index);
    return groupBy([...from("table"), ...from("heads"), ...from("workspace")], ({ id }) =>
      id.toLowerCase(),
    );
  }

  /** The location of each conversation, by id in lower case: of the workspace that lists it, else that changed last. */
  locations(): Map<string, Location> {
    const worstFirst = [...this.members].sort(
      (a, b) => Number(a.isListed) - Number(b.isListed) || a.modified - b.modified,
    );
    return new Map(worstFirst.map(({ id, location }) => [id.toLowerCase(), location]));
  }

  /**
   * Tells which composers no index of the editor names, so that the editor shows them nowhere. Only the
   * table of 3.12 and the lists of all workspaces (until 2.6) are complete; with the row between them, which
   * held only some, the test is always false. `isWhole`: all databases of a `User` folder were read.
   */
  unlistedTest(isWhole: boolean): (copy: Copy) => boolean {
    const has = (from: string) => this.entries.some((entry) => entry.from === from);
    const isComplete = has("table") || (has("workspace") && !has("heads"));
    const named = [...this.entries, ...this.members].map(({ id }) => id);
    const listed = new Set([...named, ...this.projects.keys()].map((id) => id.toLowerCase()));
    return ({ id, key, parent }) =>
      isWhole &&
      isComplete &&
      // Sub-agents are shown inside of the conversation that started them.
      parent === undefined &&
      key?.startsWith("composerData:") === true &&
      !listed.has(id.toLowerCase());
  }
}

/** A workspace that has a conversation among its own. */
interface Member {
  id: string;
  location: Location;
  /** The workspace lists the conversation; otherwise it was only opened there. */
  isListed: boolean;
  /** The time when the workspace's database was changed, in ms since 1970. */
  modified: number;
}
