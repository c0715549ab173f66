import { resolve } from "node:path";
import {
  checkOptions,
  type PluginOptions,
  type Source,
  type SourceOptions,
} from "@chatexport/core";
import { isLinesName, thisSystem } from "@chatexport/core/read";
import { lineSource, placesOf } from "@chatexport/core/source";
import { listedOf, parentFile } from "./listed.js";
import { loadSession } from "./load-session.js";
import { says } from "./read-entry.js";

/** Describes the options of this source. */
export const options: PluginOptions = {
  home: { type: "string", description: "Home directory with a .pi folder" },
  roots: {
    type: "string",
    multiple: true,
    description: "The folder of pi, a folder of sessions at any depth, or one session",
  },
};

/** Reads the sessions of pi 0.74 to 1.6. */
export default function pi(given: SourceOptions = {}): Source<string> {
  checkOptions(given, options);
  return lineSource({
    name: "pi",
    places: places(given),
    isSession: isLinesName,
    listed: listedOf,
    beside: (ends, path) => parentFile(ends, path) ?? [],
    load: loadSession,
    says,
  });
}

/** The folder of pi, and the one that sessions alone were sent to. */
function places(options: SourceOptions): readonly string[] {
  const own = placesOf(options, ".pi/agent", "PI_CODING_AGENT_DIR");
  const { PI_CODING_AGENT_SESSION_DIR: sessions } = thisSystem().env;
  return options.roots || options.home !== undefined || !sessions
    ? own
    : [...own, resolve(sessions)];
}
