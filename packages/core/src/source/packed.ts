import type { JsonObject } from "../json.js";
import type { System } from "../read/system.js";
import type { PlacedSession } from "./placed.js";

/** The place where sessions of a pack go on. */
export interface PackedPlace {
  /** The path of a file, by its name in a pack. Throws `ChangeError` where the tool has no place for it. */
  pathOf(name: string): string;
  /** The folders of the tool for which a pack has paths of its own. */
  ownFolders?: readonly { from: string; to: string }[];
  /** True for a file that takes the place of one that a deleted session has left. */
  mayReplace?(name: string): boolean;
  /** A file by which the tool knows the place, where it needs one that is not there. */
  mark?: { path: string; text: string };
}

/**
 * Facts about the files of a tool's sessions, for programs that take some to another machine: never settings, keys or
 * memory. A name is that of a file in a pack.
 */
export interface PackedFiles {
  /** True for a file of a session, by its name; no other one is packed. */
  isOwn(name: string, id: string): boolean;
  /** The field with the id of a session in the rows of a list, by its name; undefined for any other file. */
  rowIdIn?(name: string): string | undefined;
  /** The name of a file, where it is not its path in the folder around the session. */
  nameOf?(path: string): string;
  /** The path of a file below the folder where a pack is laid out; its name where this is absent. */
  laidOutAt?(name: string): string;
  /** The places to look at in such a folder; the folder itself where this is absent. */
  placesIn?(folder: string): string[];
  /** The places that the source has to be given to read a session; the path of the session where this is absent. */
  rootsOf?(session: PlacedSession): string[];
  /** The settings in a JSON file, by its name: they stay behind. */
  settingsIn?(name: string, json: JsonObject): (string | number)[][];
  /** The place of sessions that go on in a folder, where the folders of the store do not tell it. */
  placeFor?(folder: string, system: System): PackedPlace;
  /** The words that go on with a session, or let a person choose it. */
  command(id: string): string[];
}
