import { existsSync } from "node:fs";
import { join } from "node:path";
import type { SourceOptions } from "@chatexport/core";
import { thisSystem, windowsHomes } from "@chatexport/core/read";
import { placesOf as placesIn } from "@chatexport/core/source";
import type { DatabasePlace } from "@chatexport/sqlite";

/** The places that `roots` name, or the folder of sessions, as the tool finds it in 1.17 and later. */
export function placesOf(given: SourceOptions): DatabasePlace[] {
  const { home, roots } = given;
  if (roots || home !== undefined) {
    const [own = "", ...others] = placesIn(given, ".local/share/goose/sessions");
    const windows = home === undefined ? [] : [join(home, ofWindows)].filter(existsSync);
    return [own, ...others, ...windows].map((path) => ({ path }));
  }
  const system = thisSystem();
  const { GOOSE_PATH_ROOT: root, XDG_DATA_HOME: data, APPDATA: roaming } = system.env;
  const folder = data || join(system.home, ".local", "share");
  const own = root
    ? join(root, "data", "sessions")
    : roaming
      ? join(roaming, "Block", "goose", "data", "sessions")
      : join(folder, "goose", "sessions");
  const others = windowsHomes(system).map((user) => join(user, ofWindows));
  return [own, ...others.filter(existsSync)].map((path) => ({ path }));
}

const ofWindows = join("AppData", "Roaming", "Block", "goose", "data", "sessions");
