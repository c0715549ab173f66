import type { SourceOptions } from "@chatexport/core";
import type { PlacedStore } from "@chatexport/core/source";
import { listsOf } from "./places.js";

/** The lists of projects; the database of each lies in the project itself, and moves with it. */
export function placedStores({ home }: SourceOptions): PlacedStore[] {
  const places = ["projects.*.path", "projects.*.data_dir"];
  return listsOf({ home }).map((path) => ({
    files: [{ path, kind: "json", places, isOfProject: true }],
    sessions: [],
  }));
}
