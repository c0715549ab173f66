import { present } from "@chatexport/core";
import { numberOf, stringOf } from "@chatexport/core/read";
import type { DetailsReader } from "./details.js";

/** A look into a file or notebook. */
export const read: DetailsReader = (input) => {
  const path = stringOf(input.file_path) ?? stringOf(input.notebook_path);
  if (path === undefined) return { kind: "read" };
  return { kind: "read", locations: [present({ path, line: numberOf(input.offset) })] };
};
