import { extname, join } from "node:path";
import { present } from "@chatexport/core";
import { missingToolOutput } from "../diagnostics.js";
import { readPrivateFile } from "../files/private-file.js";
import { outputsName } from "../locate/file-kinds.js";
import { missingOutput, type OutputReader } from "./persisted-output.js";

const largestMiB = 64;

/**
 * Reads outputs that were put aside, from the folders of the session and of those that it was copied from or to,
 * its own one first, that of the project last: of the recorded path only the file name counts, for transcripts
 * are untrusted and folders move. Reports a file that is missing, and refuses one that a link leads elsewhere.
 */
export function outputsIn(sessionFolders: readonly string[]): OutputReader {
  return (path, context) => {
    const { missing: _, ...file } = missingOutput(path);
    let failure: { local: string; cause: unknown } | undefined;
    for (const folder of sessionFolders) {
      const local = join(folder, outputsName, file.name);
      try {
        const read = readPrivateFile(local, folder, largestMiB);
        if ("missing" in read) return { ...file, ...read };
        return present({ ...file, mediaType: mediaTypes[extname(file.name)], text: read.text });
      } catch (cause) {
        failure ??= { local, cause };
      }
    }
    if (failure) context.report(missingToolOutput(failure.local, failure.cause));
    return missingOutput(path);
  };
}

const mediaTypes: Readonly<Record<string, string>> = {
  ".txt": "text/plain",
  ".json": "application/json",
};
