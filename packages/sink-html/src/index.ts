import { apiVersion, type Sink } from "@chatexport/core";
import { featuresOf } from "@chatexport/document/features";
import { type HtmlOptions, settingsOf } from "./options.js";

export type { Branches, Detail, UnifiedPlugin } from "@chatexport/document";
export { type HtmlOptions, options } from "./options.js";

/** A sink that writes a session as one page that needs nothing else, and an index of all sessions. */
export default function html(options: HtmlOptions = {}): Sink {
  const settings = settingsOf(options);
  return {
    name: "html",
    apiVersion,
    extension: "html",
    mediaType: "text/html",
    isAlone: true,
    keeps: featuresOf(settings),
    // Writing pages takes libraries; asking what this sink is takes none.
    async *render(session, context) {
      const { render } = await import("./to-html.js");
      yield* render(session, settings, context);
    },
    async *index(entries, context) {
      const { indexPage } = await import("./index-page/index-page.js");
      yield* indexPage(entries, settings, context);
    },
  };
}
