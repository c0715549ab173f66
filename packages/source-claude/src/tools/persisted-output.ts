import { basename, extname, join } from "node:path";
import { type Context, type FilePart, type Json, present } from "@chatexport/core";
import { objectOf, textOf } from "@chatexport/core/read";
import { missingToolOutput } from "../diagnostics.js";
import { readPrivateFile } from "../files/private-file.js";
import { outputsName } from "../locate/file-kinds.js";

const opening = "<persisted-output>";
const closing = "\n</persisted-output>";
const largestMiB = 64;

/** Where the tool put an output that was too large for the transcript (2.0.60 and later). */
export function persistedPath(text: string, output: Json | undefined): string | undefined {
  const recorded = textOf(objectOf(output)?.persistedOutputPath);
  if (recorded) return recorded;
  const span = persistedSpan(text);
  return span && text.slice(span.start, span.end);
}

/** The beginning of an output that was put aside, and what the tool wrote around it. */
export interface Preview {
  before: string;
  text: string;
  after: string;
}

/** The preview in the text of a tool result, when the tool put the output aside. */
export function previewIn(text: string): Preview | undefined {
  if (!text.startsWith(opening) || !text.endsWith(closing)) return undefined;
  const heading = /\n\nPreview \(first [^)\n]{1,20}\):\n/.exec(text.slice(0, 5000));
  if (!heading) return undefined;
  const start = heading.index + heading[0].length;
  const cut = `\n...${closing}`;
  const end = text.length - (text.endsWith(cut) ? cut : closing).length;
  return { before: text.slice(0, start), text: text.slice(start, end), after: text.slice(end) };
}

/** How the texts begin that stand for an output, and what stands around its path in them. */
const forms = [
  { opening, sentence: "Full output saved to: ", end: "" },
  // Of a server for the Model Context Protocol.
  {
    opening: "Error: result (",
    sentence: " exceeds maximum allowed tokens. Output has been saved to ",
    end: ".",
  },
];

/** Where in the text of a tool result the path stands of the file with the whole output. */
function persistedSpan(text: string): { start: number; end: number } | undefined {
  const form = forms.find(({ opening }) => text.startsWith(opening));
  const at = form ? text.indexOf(form.sentence) : -1;
  if (!form || at === -1) return undefined;
  const start = at + form.sentence.length;
  const next = text.indexOf("\n", start);
  const rest = text.slice(start, next === -1 ? undefined : next);
  const path = rest.trim();
  const first = start + rest.indexOf(path);
  return {
    start: first,
    end: first + path.length - (path.endsWith(form.end) ? form.end.length : 0),
  };
}

/** Whether a text only says that the output was put aside, and shows nothing of it (2.1.332). */
export function onlyTellsPath(text: string): boolean {
  return !text.startsWith(opening) && persistedSpan(text) !== undefined;
}

/**
 * Reads an output that was put aside, from the folders of the session and of those that it was
 * copied from or to, its own one first, that of the project last: of the recorded path only the file name counts, for
 * transcripts are untrusted and folders move. Reports a file that is missing, and refuses one that a
 * link leads elsewhere.
 */
export function readPersistedOutput(
  path: string,
  sessionFolders: readonly string[],
  context: Context,
): FilePart {
  const name = basename(path.replaceAll("\\", "/"));
  const file = { type: "file" as const, name, path, from: "tool" as const };
  let failure: { local: string; cause: unknown } | undefined;
  for (const folder of sessionFolders) {
    const local = join(folder, outputsName, name);
    try {
      const read = readPrivateFile(local, folder, largestMiB);
      if ("missing" in read) return { ...file, ...read };
      return present({ ...file, mediaType: mediaTypes[extname(name)], text: read.text });
    } catch (cause) {
      failure ??= { local, cause };
    }
  }
  if (failure) context.report(missingToolOutput(failure.local, failure.cause));
  return { ...file, missing: "not found" };
}

const mediaTypes: Readonly<Record<string, string>> = {
  ".txt": "text/plain",
  ".json": "application/json",
};

/** A text of a result with another path of the whole output; undefined where there is none. */
export function withPersistedPath(
  text: string,
  map: (path: string) => string | undefined,
): string | undefined {
  const span = persistedSpan(text);
  const mapped = span && map(text.slice(span.start, span.end));
  return span && mapped !== undefined
    ? text.slice(0, span.start) + mapped + text.slice(span.end)
    : undefined;
}
