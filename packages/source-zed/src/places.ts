import { existsSync } from "node:fs";
import { join } from "node:path";
import type { SourceOptions } from "@chatexport/core";
import { thisSystem, windowsHomes } from "@chatexport/core/read";
import { placesOf as placesIn } from "@chatexport/core/source";
import type { DatabasePlace } from "@chatexport/sqlite";

/** The places that `roots` name, or the folders of threads of all systems, as the tool had them in 2026. */
export function placesOf(given: SourceOptions): DatabasePlace[] {
  const { home, roots } = given;
  if (roots || home !== undefined) {
    const [own = "", ...others] = placesIn(given, ofLinux);
    const further = home === undefined ? [] : others.concat(elsewhere(home));
    return [own, ...(roots ? others : further)].map((path) => ({ path }));
  }
  const system = thisSystem();
  const { XDG_DATA_HOME: data, LOCALAPPDATA: local } = system.env;
  const own = local
    ? join(local, "Zed", "threads")
    : system.platform === "darwin"
      ? join(system.home, ofMac)
      : data
        ? join(data, "zed", "threads")
        : join(system.home, ofLinux);
  const further = [system.home, ...windowsHomes(system)].flatMap(elsewhere);
  return [...new Set([own, ...further])].map((path) => ({ path }));
}

function elsewhere(home: string): string[] {
  return [ofMac, ofFlatpak, ofWindows].map((place) => join(home, place)).filter(existsSync);
}

const ofLinux = join(".local", "share", "zed", "threads");
const ofMac = join("Library", "Application Support", "Zed", "threads");
const ofFlatpak = join(".var", "app", "dev.zed.Zed", "data", "zed", "threads");
const ofWindows = join("AppData", "Local", "Zed", "threads");
