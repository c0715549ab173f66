import { writeAtomic, writeReason } from "@chatexport/archive";
import type { Content } from "@chatexport/archive/content";
import { CliError } from "../../terminal/cli-error.js";
import { shortPath } from "./paths.js";

/** Writes the one file that a command makes; throws, in words, where that fails. */
export async function writeOut(path: string, content: Content): Promise<void> {
  try {
    await writeAtomic(path, content);
  } catch (cause) {
    throw new CliError(1, `${shortPath(path)}: ${writeReason(cause)}.`, cause);
  }
}
