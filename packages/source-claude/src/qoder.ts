import { checkOptions, type PluginOptions, type Source } from "@chatexport/core";
import { type EmptyOptions, emptyOption } from "@chatexport/core/source";
import { qoderRoots } from "./locate/qoder.js";
import { rootsOption, transcriptSource } from "./transcript-source.js";

/** Describes the options of this source. */
export const options: PluginOptions = {
  home: { type: "string", description: "Home directory with a .qoder folder" },
  roots: rootsOption,
  empty: emptyOption,
};

/** Reads the history of Qoder's command line, which is kept as Claude Code keeps its own. */
export default function qoder(given: EmptyOptions = {}): Source {
  checkOptions(given, options);
  const { empty } = given;
  // For how long it keeps its sessions is not known.
  const listing = { empty, retentionOf: () => undefined };
  return transcriptSource(
    "qoder",
    () => qoderRoots(given),
    () => listing,
  );
}
