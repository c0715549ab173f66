import { nonEmpty, present, type ToolDetails } from "@chatexport/core";
import type { Fields } from "@chatexport/core/source";

/** A look into the web by its action: searches, a page, or words that are looked for in one. */
export function webDetails(action: Fields): ToolDetails {
  const searches = action.texts("queries").filter((query) => query !== "");
  const asked = nonEmpty(searches)?.join("\n") ?? action.text("query", "pattern");
  return present({ kind: "fetch", url: action.text("url"), query: asked });
}
