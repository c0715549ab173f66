import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Context, SourceOptions } from "@chatexport/core";
import { objectOf } from "@chatexport/core/read";
import { type PackedFiles, type PlacedStore, placesOf } from "@chatexport/core/source";
import { conversationsAt, stateName } from "./listed.js";

/** The folders of conversations; `roots` are taken as they are. */
export function placesAt(given: SourceOptions): readonly string[] {
  const places = placesOf(
    given,
    ".openhands",
    "OPENHANDS_PERSISTENCE_DIR",
    "OPENHANDS_CONVERSATIONS_DIR",
  );
  return given.roots ? places : places.flatMap((place) => [join(place, "conversations"), place]);
}

/** The stores with what tells where their conversations took place. */
export function placedStores(given: SourceOptions, context: Context): PlacedStore[] {
  return placesAt(given).map((place) => ({
    files: [],
    sessions: (existsSync(place) ? conversationsAt(place, context) : []).map(
      ({ id, cwd, locator }) => {
        const path = join(locator, stateName);
        return {
          ...{ id, cwd, path },
          placedBy: [{ path, kind: "json", places: ["workspace.working_dir"] }],
          within: { folder: dirname(locator), own: [locator] },
        };
      },
    ),
    root: place,
  }));
}

/** The files of a session in a pack. */
export const packed: PackedFiles = {
  isOwn(name, id) {
    const own = `${id.replaceAll("-", "")}/`;
    return (
      name.startsWith(own) &&
      /^(?:base_state|TASKS|events\/event-[\w-]+)\.json$/.test(name.slice(own.length))
    );
  },
  // Keys of models and servers: the tool hides them, unless it is told not to.
  settingsIn: (name, { agent, secret_registry }) =>
    name.endsWith(`/${stateName}`)
      ? [
          ...Object.keys(objectOf(objectOf(agent)?.llm) ?? {})
            .filter((field) => /key|secret|token$|headers/.test(field))
            .map((field) => ["agent", "llm", field]),
          ...(objectOf(agent)?.mcp_config === undefined ? [] : [["agent", "mcp_config"]]),
          ...(secret_registry === undefined ? [] : [["secret_registry"]]),
        ]
      : [],
  command: (id) => ["openhands", "--resume", id],
};
