import { nonEmpty, present } from "@chatexport/core";
import { listOf } from "@chatexport/core/read";
import { pathOf } from "../composer/uri-path.js";
import type { DetailsReader } from "./details.js";
import { pathIn } from "./paths.js";
import { firstText, firstValue } from "./values.js";

/** A search in files, for files or for a meaning, or the list of a folder. */
export const search: DetailsReader = ({ input }) => {
  const folders = listOf(firstValue(input, "targetDirectories", "target_directories")) ?? [];
  const folder = pathIn(input, folderNames);
  const paths = folder === undefined ? folders.flatMap((path) => pathOf(path) ?? []) : [folder];
  return present({
    kind: "search",
    query: firstText(input, ...queryNames),
    locations: nonEmpty(paths.map((path) => ({ path }))),
  });
};

const queryNames = ["pattern", "query", "globPattern", "glob_pattern", "symbol", "glob"];

const folderNames = [
  "path",
  "targetDirectory",
  "target_directory",
  "directoryPath",
  "directory_path",
  "relativeWorkspacePath",
  "relative_workspace_path",
];
