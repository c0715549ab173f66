import { oneOf, type PluginOptions, wrongOption } from "@chatexport/core";
import { attempt, minutesAhead } from "@chatexport/core/read";

/** The amount of a session that is shown. */
export type Detail = "conversation" | "standard" | "full";

/** Which branches of a conversation are shown. */
export type Branches = "active" | "all";

/** Options of every sink for readers. */
export interface DocumentOptions {
  /**
   * `conversation` shows what people and models said; `standard`, the default, adds reasoning and
   * tool calls with long outputs cut; `full` cuts nothing.
   */
  detail?: Detail;
  /** `active`, the default, shows the branch that the session ended on, and what was said in parallel; `all` also the others. */
  branches?: Branches;
  /** The zone of the times that a document shows, as IANA names it: "Europe/Zurich"; UTC when it is absent. */
  timezone?: string;
}

/** A plugin of unified (remark, rehype), alone or with its options. */
export type UnifiedPlugin = Attacher | readonly [plugin: Attacher, ...options: unknown[]];

/**
 * The argument that `use` of unified takes.
 * @inline
 */
type Attacher = (...options: never[]) => unknown;

/** An option of sinks that take plugins of unified, as a host offers it to its user. */
export const packagesFrom = {
  packagesFrom: {
    type: "string",
    description: "Folder in which packages are found that plugins need: that of the config file",
  },
} satisfies PluginOptions;

/**
 * Loads packages that users install who have plugins of unified: from `folder`, such as that of their file of
 * options, or else from beside the module whose URL is `own`. Throws when one is in neither.
 */
export function requirePackages(
  names: readonly string[],
  own: string,
  folder: string,
): Record<string, unknown>[] {
  // Not imported: browsers have no such modules.
  const { createRequire } = process.getBuiltinModule("node:module");
  const { resolve } = process.getBuiltinModule("node:path");
  const places = [resolve(folder, "plugins.js"), own].map((place) => createRequire(place));
  return names.map((name) => {
    const found = places.find((require) => attempt(() => require.resolve(name)));
    return (found ?? createRequire(own))(name) as Record<string, unknown>;
  });
}

const details = ["conversation", "standard", "full"] satisfies Detail[];
const branches = ["active", "all"] satisfies Branches[];

/** The options as a host offers them to its user. */
export const options = {
  detail: {
    type: "string",
    values: details,
    description: "How much to show: conversation, standard (the default) or full",
  },
  branches: {
    type: "string",
    values: branches,
    description: "Which branches to show: active (the default) or all",
  },
  timezone: {
    type: "string",
    description: "The time zone of what is shown: UTC (the default), or a name such as Asia/Tokyo",
  },
} satisfies PluginOptions;

/** The options with their defaults; throws an OptionError for an unknown value. */
export function settingsOf(given: DocumentOptions): Required<DocumentOptions> {
  return {
    detail: oneOf("detail", details, given.detail ?? "standard"),
    branches: oneOf("branches", branches, given.branches ?? "active"),
    timezone: timezoneOf(given.timezone ?? "UTC"),
  };
}

function timezoneOf(name: string): string {
  try {
    // What most people get costs no time to look up.
    minutesAhead(0, name);
    return name;
  } catch {
    throw wrongOption("timezone", "UTC or a name such as Europe/Zurich", name);
  }
}
