import { type FileLocation, nonEmpty, present } from "@chatexport/core";
import { listOf, numberOf } from "@chatexport/core/read";
import { pathOf } from "../composer/uri-path.js";
import type { DetailsReader } from "./details.js";
import { pathIn } from "./paths.js";
import { firstValue } from "./values.js";

/** A look into a file, from a line on. */
export const read: DetailsReader = ({ input }) => {
  const path = pathIn(input, fileNames);
  if (path === undefined) return present({ kind: "read", locations: listed(input.paths) });
  // Lines counted from the end of the file are negative.
  const line = numberOf(
    firstValue(input, "startLineOneIndexed", "start_line_one_indexed", "offset"),
  );
  const isCounted = line !== undefined && line >= 1;
  return { kind: "read", locations: [present({ path, line: isCounted ? line : undefined })] };
};

const fileNames = [
  "effectiveUri",
  "targetFile",
  "target_file",
  "relativeWorkspacePath",
  "relative_workspace_path",
  "file_path",
  "filePath",
  "path",
  "uri",
];

function listed(paths: Parameters<typeof listOf>[0]): FileLocation[] | undefined {
  const given = (listOf(paths) ?? []).flatMap((item) => pathOf(item) ?? []);
  return nonEmpty(given.map((path) => ({ path })));
}
