import { present } from "@chatexport/core";
import { stringOf } from "@chatexport/core/read";
import type { DetailsReader } from "./details.js";

/** A page with what was asked about it, or a search of the web. */
export const fetch: DetailsReader = (input) =>
  present({
    kind: "fetch",
    url: stringOf(input.url),
    query: stringOf(input.query) ?? stringOf(input.prompt),
  });
