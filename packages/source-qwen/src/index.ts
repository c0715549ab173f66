import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import {
  checkOptions,
  type PluginOptions,
  type Source,
  type SourceOptions,
} from "@chatexport/core";
import { isLinesName } from "@chatexport/core/read";
import { lineSource, placesOf } from "@chatexport/core/source";
import { listedOf } from "./listed.js";
import { says } from "./notes.js";
import { subagentFiles } from "./subagents.js";

/** Describes the options of this source. */
export const options: PluginOptions = {
  home: { type: "string", description: "Home directory with a .qwen folder" },
  roots: {
    type: "string",
    multiple: true,
    description: "The folder of Qwen Code, a folder of chats at any depth, or one chat",
  },
};

/** Reads the chats of Qwen Code 0.18 to 0.24. */
export default function qwen(given: SourceOptions = {}): Source<string> {
  checkOptions(given, options);
  return lineSource({
    name: "qwen",
    // The second variable names a folder of what it writes while it runs.
    places: placesOf(given, ".qwen", "QWEN_HOME", "QWEN_RUNTIME_DIR"),
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

/** The records of a sub-agent are part of its chat, as long as that is there. */
function isChat(path: string): boolean {
  if (!isLinesName(path)) return false;
  const folder = dirname(path);
  if (basename(dirname(folder)) !== "subagents") return true;
  return !existsSync(join(dirname(dirname(folder)), "chats", `${basename(folder)}.jsonl`));
}
