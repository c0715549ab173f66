import {
  checkOptions,
  type PluginOptions,
  type Source,
  type SourceOptions,
} from "@chatexport/core";
import { lineSource, placeOptions } from "@chatexport/core/source";
import { isChat, subagentFiles } from "./chat-files.js";
import { listedOf } from "./listed.js";
import { says } from "./notes.js";
import { placesAt } from "./paths.js";

/** Describes the options of this source. */
export const options: PluginOptions = placeOptions(
  "Home directory with a .qwen folder",
  "The folder of Qwen Code, a folder of chats at any depth, or one chat",
);

/** Reads the chats of Qwen Code 0.18 to 0.24. */
export default function qwen(given: SourceOptions = {}): Source<string> {
  checkOptions(given, options);
  return lineSource({
    name: "qwen",
    places: placesAt(given),
    isSession: isChat,
    listed: listedOf,
    beside: (ends, path) => {
      const id = listedOf(ends, path)?.id;
      return id === undefined ? [] : subagentFiles(path, id);
    },
    load: async (...asked) => (await import("./load-session.js")).loadSession(...asked),
    says,
  });
}
