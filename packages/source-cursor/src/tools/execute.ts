import { present } from "@chatexport/core";
import type { DetailsReader } from "./details.js";
import { pathIn } from "./paths.js";
import { firstText } from "./values.js";

/** A command in a terminal. */
export const execute: DetailsReader = ({ input, output }) =>
  present({
    kind: "execute",
    title: firstText(input, "description"),
    command: firstText(input, "command") ?? firstText(output, "command"),
    cwd: pathIn(input, ["cwd", "workingDirectory", "working_directory"]),
  });
