import { apiVersion, type Sink } from "@chatexport/core";
import { featuresOf } from "@chatexport/document/features";
import { type MarkdownOptions, settingsOf } from "./options.js";

export type { Branches, Detail, UnifiedPlugin } from "@chatexport/document/options";
export {
  type Bodies,
  type Layout,
  type MarkdownOptions,
  options,
  type Profile,
} from "./options.js";

/** A sink that writes a session as Markdown for people to read, and an index of all sessions. */
export default function markdown(options: MarkdownOptions = {}): Sink {
  const settings = settingsOf(options);
  const keeps = featuresOf(settings);
  if (settings.profile === "context") keeps.delete("reasoning");
  return {
    name: "markdown",
    apiVersion,
    extension: "md",
    mediaType: "text/markdown",
    keeps,
    layout: settings.layout,
    // Writing Markdown takes libraries; asking what this sink is takes none.
    async *render(session, context) {
      const { render } = await import("./render.js");
      yield* render(session, settings, context);
    },
    async *index(entries, context) {
      const { sessionIndex } = await import("./session-index/index-document.js");
      yield* sessionIndex(entries, settings, context);
    },
  };
}
