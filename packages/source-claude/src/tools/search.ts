import { present } from "@chatexport/core";
import { stringOf } from "@chatexport/core/read";
import type { DetailsReader } from "./details.js";

/** A search by a pattern, with the folder or file in which it was made. */
export const search: DetailsReader = (input) => {
  const path = stringOf(input.path);
  return present({
    kind: "search",
    query: stringOf(input.pattern) ?? stringOf(input.query),
    locations: path === undefined ? undefined : [{ path }],
  });
};
