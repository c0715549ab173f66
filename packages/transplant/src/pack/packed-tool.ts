import type { Source } from "@chatexport/core";
import type { System } from "@chatexport/core/read";
import type { PathPair } from "@chatexport/relocate";
import type { Content } from "@chatexport/relocate/records";

/** A tool whose sessions are files that another machine can take as they are. */
export interface PackedTool {
  /** Its name for people. */
  readonly title: string;
  /**
   * The user's own sessions, by the ids under which their source lists them; or those of a pack that was laid out in
   * a folder.
   */
  sessions(system: System, folder?: string): ReadonlyMap<string, StoredSession>;
  /** The path below that folder of a file of a pack, by its name; the name itself where this is absent. */
  laidOutAt?(name: string): string;
  /** True for a file of a session, by its name in a pack; no other one is packed. */
  isOwn(name: string, id: string): boolean;
  /** The field with the id of a session in the rows of a list, by its name in a pack; undefined for any other file. */
  rowIdIn?(name: string): string | undefined;
  /** Reads the sessions at some places. */
  source(roots: readonly string[]): Source;
  /** The place of sessions that go on in a folder. Throws `ChangeError` when nothing tells it. */
  placeFor(folder: string, system: System): StorePlace;
  /** The words that go on with a session, or let a person choose it. */
  command(id: string): string[];
}

/** A session of such a tool, as it is stored. */
export interface StoredSession {
  readonly id: string;
  /** The places that its source has to be given to read it. */
  readonly roots: readonly string[];
  /** Folders of the tool that its records name, with what stands for them in a pack. */
  readonly ownFolders?: readonly PathPair[];
  /** Its files by their names in a pack, as they are when folders have other paths; of a list its own row. */
  files(pairs: readonly PathPair[]): ReadonlyMap<string, Content>;
}

/** The place where sessions of a pack go on. */
export interface StorePlace {
  /** The path of a file, by its name in a pack. Throws `ChangeError` where the tool has no place for it. */
  pathOf(name: string): string;
  /** The folders of the tool for which a pack has paths of its own. */
  ownFolders?: readonly PathPair[];
  /** True for a file that takes the place of one that a deleted session has left. */
  mayReplace?(name: string): boolean;
  /** A file by which the tool knows the place, where it needs one that is not there. */
  mark?: { path: string; text: string };
}
