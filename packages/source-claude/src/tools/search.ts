import { present, stringOf } from "@chatexport/core";
import type { DetailsReader } from "./details.js";

/** A search by a pattern, with the folder or file in which it was made. */
export const search: DetailsReader = (input) => {
  const path = stringOf(input.path);
  return present({
    kind: "search" as const,
    query: stringOf(input.pattern) ?? stringOf(input.query),
    locations: path === undefined ? undefined : [{ path }],
  });
};
