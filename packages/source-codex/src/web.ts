import { type JsonObject, nonEmpty, present, type ToolDetails } from "@chatexport/core";
import { listOf, textOf } from "@chatexport/core/read";

/** A look into the web by its action: searches, a page, or words that are looked for in one. */
export function webDetails({ url, query, queries, pattern }: JsonObject): ToolDetails {
  const searches = (listOf(queries) ?? []).flatMap((each) => textOf(each) ?? []);
  const asked = nonEmpty(searches)?.join("\n") ?? textOf(query) ?? textOf(pattern);
  return present({ kind: "fetch", url: textOf(url), query: asked });
}
