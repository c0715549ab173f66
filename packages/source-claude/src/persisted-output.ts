import { readFile, realpath, stat } from "node:fs/promises";
import { basename, extname, join, sep } from "node:path";
import {
  type Context,
  type FilePart,
  type Json,
  messageOf,
  objectOf,
  present,
  textOf,
} from "@chatexport/core";

const opening = "<persisted-output>";
const sentence = "Full output saved to: ";
const largestFile = 64 * 1024 * 1024;

/** Where the tool put an output that was too large for the transcript (2.0.60 and later). */
export function persistedPath(text: string, output: Json | undefined): string | undefined {
  const recorded = textOf(objectOf(output)?.persistedOutputPath);
  if (recorded) return recorded;
  if (!text.startsWith(opening)) return undefined;
  const start = text.indexOf(sentence);
  const end = text.indexOf("\n", start);
  return start === -1
    ? undefined
    : text.slice(start + sentence.length, end === -1 ? undefined : end).trim();
}

/**
 * Reads an output that was put aside, from the session's own folder: of the recorded path only the
 * file name counts, for transcripts are untrusted and folders move. Reports a file that is missing,
 * and refuses one that a link leads elsewhere.
 */
export async function readPersistedOutput(
  path: string,
  sessionFolder: string,
  context: Context,
): Promise<FilePart> {
  const name = basename(path.replaceAll("\\", "/"));
  const file = { type: "file" as const, name, path, from: "tool" as const };
  const local = join(sessionFolder, "tool-results", name);
  try {
    const folder = await realpath(sessionFolder);
    const real = await realpath(local);
    if (!real.startsWith(folder + sep)) return { ...file, missing: "outside the session's folder" };
    const { size } = await stat(real);
    if (size > largestFile) return { ...file, missing: "larger than 64 MiB" };
    const text = await readFile(real, "utf8");
    return present({ ...file, mediaType: mediaTypes[extname(name)], text });
  } catch (cause) {
    context.report({
      severity: "warning",
      code: "missing-tool-output",
      message: `The whole output of a tool call cannot be read, only its beginning is left: ${messageOf(cause)}`,
      origin: { path: local },
      cause,
    });
    return { ...file, missing: "not found" };
  }
}

const mediaTypes: Readonly<Record<string, string>> = {
  ".txt": "text/plain",
  ".json": "application/json",
};
