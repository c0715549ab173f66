import { basename } from "node:path";
import type { Context, FilePart } from "@chatexport/core";
import { readSideFile } from "../files/private-file.js";

/** A text file of the tool as an attachment. Reports one that cannot be read. */
export function attachedFile(
  path: string,
  mediaType: string,
  context: Context,
  name: string = basename(path),
): FilePart {
  return { type: "file", mediaType, name, path, ...readSideFile(path, context), from: "tool" };
}
