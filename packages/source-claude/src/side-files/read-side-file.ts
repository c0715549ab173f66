import type { Context, Json } from "@chatexport/core";
import { unreadableFile } from "@chatexport/core/read";
import { type PrivateText, readUnlinkedFile } from "../files/private-file.js";

const largestMiB = 1;

/** The text of a file beside the transcripts, or why there is none. Reports one that is not readable. */
export async function readSideFile(path: string, context: Context): Promise<PrivateText> {
  context.signal.throwIfAborted();
  try {
    return await readUnlinkedFile(path, largestMiB);
  } catch (cause) {
    context.report(unreadableFile(path, cause));
    return { missing: "not readable" };
  }
}

/** The value that a JSON file beside the transcripts holds, or undefined when it is not JSON. */
export function parseSideFile(text: string): Json | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
