import {
  checkOptions,
  type PluginOptions,
  type Source,
  type SourceOptions,
} from "@chatexport/core";
import { qoderRoots } from "./locate/qoder.js";
import { transcriptSource } from "./transcript-source.js";

/** Describes the options of this source. */
export const options: PluginOptions = {
  home: { type: "string", description: "Home directory with a .qoder folder" },
  roots: {
    type: "string",
    multiple: true,
    description: "Config folder, project folder, folder of transcripts, or one transcript",
  },
  empty: {
    type: "boolean",
    description: "Also list sessions in which nothing was said",
    adds: true,
  },
};

/** The options of this source. */
export interface QoderOptions extends SourceOptions {
  /** Also list sessions in which nothing was said. */
  empty?: boolean;
}

/** Reads the history of Qoder's command line, which is kept as Claude Code keeps its own. */
export default function qoder(given: QoderOptions = {}): Source {
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
