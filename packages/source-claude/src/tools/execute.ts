import { present } from "@chatexport/core";
import { textOf } from "@chatexport/core/read";
import type { DetailsReader } from "./details.js";

/** A command, or a look at the output of one that runs in the background. */
export const execute: DetailsReader = (input, output) =>
  present({ kind: "execute", command: textOf(input.command) ?? textOf(output.command) });
