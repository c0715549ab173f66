import { apiVersion, type Sink } from "@chatexport/core";
import { featuresOf } from "./features.js";
import { type MarkdownOptions, settingsOf } from "./options.js";
import { render } from "./render.js";

export { type Branches, type Detail, type MarkdownOptions, options } from "./options.js";

/** A sink that writes a session as Markdown for people to read. */
export default function markdown(options: MarkdownOptions = {}): Sink {
  const settings = settingsOf(options);
  return {
    name: "markdown",
    apiVersion,
    extension: "md",
    mediaType: "text/markdown",
    keeps: featuresOf(settings),
    render: (session, context) => render(session, settings, context),
  };
}
