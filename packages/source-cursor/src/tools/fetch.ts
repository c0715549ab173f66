import { present } from "@chatexport/core";
import type { DetailsReader } from "./details.js";
import { firstText } from "./values.js";

/** A page, or a search of the web. */
export const fetch: DetailsReader = ({ input }) =>
  present({
    kind: "fetch",
    url: firstText(input, "url"),
    query: firstText(input, "searchTerm", "search_term", "query", "prompt"),
  });
