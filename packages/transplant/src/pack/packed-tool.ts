import type { Source } from "@chatexport/core";
import type { System } from "@chatexport/core/read";
import type { PackedFiles, PackedPlace } from "@chatexport/core/source";
import type { PathPair } from "@chatexport/relocate";
import type { Content } from "@chatexport/relocate/records";

/** A tool whose sessions are files that another machine can take as they are. */
export interface PackedTool {
  /** Its name for people. */
  readonly title: string;
  /** The files of its sessions. */
  readonly packed: PackedFiles;
  /**
   * The user's own sessions, by the ids under which their source lists them; or those of a pack that was laid out in
   * a folder.
   */
  sessions(system: System, folder?: string): ReadonlyMap<string, StoredSession>;
  /** Reads the sessions at some places. */
  source(roots: readonly string[]): Source;
  /** The place of sessions that go on in a folder. Throws `ChangeError` when nothing tells it. */
  placeFor(folder: string, system: System): PackedPlace;
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
