import {
  checkOptions,
  type PluginOptions,
  type Source,
  type SourceOptions,
} from "@chatexport/core";
import { documentSource, placeOptions } from "@chatexport/core/source";
import { aboutFile, filesBeside, isMessages } from "./documents.js";
import { headOf } from "./heads.js";
import { isSession } from "./paths.js";
import { placesOf } from "./places.js";
import { says } from "./shown-messages.js";
import { taskFiles } from "./task-files.js";
import { taskHead } from "./task-heads.js";

/** Describes the options of this source. */
export const options: PluginOptions = placeOptions(
  "Home directory with a .cline folder, or with editors",
  "A folder of sessions or tasks at any depth, or the messages of one",
);

/** Reads the sessions of Cline 4, and the tasks of Cline, Roo Code and Kilo Code in editors. */
export default function cline(given: SourceOptions = {}): Source<string> {
  checkOptions(given, options);
  return documentSource({
    name: "cline",
    format: "cline/messages",
    places: placesOf(given),
    isSession,
    listed: (path, context) => (isMessages(path) ? headOf(path) : taskHead(path, context)),
    beside: (path) => {
      if (!isMessages(path)) {
        const { shown, about } = taskFiles(path);
        return shown === undefined ? about : [shown, ...about];
      }
      const { agents, compactions } = filesBeside(path);
      return [aboutFile(path), ...agents, ...compactions];
    },
    load: async (path, { id }, context) =>
      isMessages(path)
        ? (await import("./load-session.js")).loadSession(path, id, context)
        : (await import("./load-task.js")).loadTask(path, id, context),
    says,
  });
}
