import { basename, dirname, join } from "node:path";
import type { Context, SourceOptions } from "@chatexport/core";
import { objectOf, withoutLinesEnding } from "@chatexport/core/read";
import {
  bothEnds,
  type PackedFiles,
  type PlacedStore,
  placedSessions,
  placesOf,
} from "@chatexport/core/source";
import { listedOf, metaFile } from "./listed.js";

/** The folders of sessions; `roots` are taken as they are. */
export function placesAt(given: SourceOptions): readonly string[] {
  const places = placesOf(given, ".vibe", "VIBE_HOME");
  return given.roots ? places : places.map((place) => join(place, "logs/session"));
}

/** True when a file holds the messages of a session. */
export function isSession(path: string): boolean {
  return withoutLinesEnding(basename(path)) === "messages";
}

/** The stores with what tells where their sessions took place. */
export function placedStores(given: SourceOptions, context: Context): PlacedStore[] {
  return placesAt(given).map((place) => ({
    files: [],
    sessions: placedSessions(place, isSession, placed, context),
    root: place,
  }));
}

function placed(path: string) {
  const listed = listedOf(bothEnds(path), path);
  if (!listed) return undefined;
  const meta = {
    path: metaFile(path),
    kind: "json" as const,
    places: ["environment.working_directory"],
  };
  const own = dirname(path);
  const within = { folder: dirname(own), own: [own] };
  return { id: listed.id, cwd: listed.cwd, path, placedBy: [meta], within };
}

/** The files of a session in a pack. */
export const packed: PackedFiles = {
  isOwn: (name, id) =>
    /^[\w-]+_(\w{8})\/(?:messages\.jsonl|meta\.json|attachments\/[^/]+)$/.exec(name)?.[1] ===
    id.slice(0, 8),
  // All settings of the user; these two say which model answered.
  settingsIn: (name, { config }) =>
    name.endsWith("/meta.json")
      ? Object.keys(objectOf(config) ?? {})
          .filter((field) => field !== "active_model" && field !== "models")
          .map((field) => ["config", field])
      : [],
  command: (id) => ["vibe", "--resume", id],
};
