import { checkOptions, type PluginOptions, type Source } from "@chatexport/core";
import { type EmptyOptions, emptyOption, fileSource, placeOptions } from "@chatexport/core/source";
import { conversationsAt, conversationsBelow, filesOf } from "./listed.js";
import { placesAt } from "./paths.js";
import { says } from "./says.js";

/** Describes the options of this source. */
export const options: PluginOptions = {
  ...placeOptions(
    "Home directory with a .openhands folder",
    "Folder of conversations or above them, or one conversation",
  ),
  empty: emptyOption,
};

/** Reads the conversations of OpenHands' command line and software development kit, 1.x. */
export default function openhands(given: EmptyOptions = {}): Source<string> {
  checkOptions(given, options);
  return fileSource<string>({
    name: "openhands",
    empty: given.empty,
    format: "openhands/events",
    places: placesAt(given),
    sessionsAt: given.roots ? conversationsBelow : conversationsAt,
    filesOf,
    load: async ({ id, locator }, context) =>
      (await import("./load-session.js")).loadSession(locator, id, context),
    says,
  });
}
