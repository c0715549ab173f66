import type { Context, FilePart, Json } from "@chatexport/core";
import { nameInPath, objectOf, textOf } from "@chatexport/core/read";

const opening = "<persisted-output>";
const closing = "\n</persisted-output>";

/** The path where the tool put an output that was too large for the transcript (2.0.60 and later). */
export function persistedPath(text: string, output: Json | undefined): string | undefined {
  const recorded = textOf(objectOf(output)?.persistedOutputPath);
  if (recorded) return recorded;
  const span = persistedSpan(text);
  return span && text.slice(span.start, span.end);
}

/** The preview in the text of a tool result, when the tool put the output aside, and what the tool wrote around it. */
export function previewIn(
  text: string,
): [before: string, preview: string, after: string] | undefined {
  if (!text.startsWith(opening) || !text.endsWith(closing)) return undefined;
  const heading = /\n\nPreview \(first [^)\n]{1,20}\):\n/.exec(text.slice(0, 5000));
  if (!heading) return undefined;
  const start = heading.index + heading[0].length;
  const cut = `\n...${closing}`;
  const end = text.length - (text.endsWith(cut) ? cut : closing).length;
  return [text.slice(0, start), text.slice(start, end), text.slice(end)];
}

/** The beginnings of texts that replace an output, and the text around its path in them. */
const forms = [
  { opening, sentence: "Full output saved to: ", end: "" },
  // Of a server for the Model Context Protocol.
  {
    opening: "Error: result (",
    sentence: " exceeds maximum allowed tokens. Output has been saved to ",
    end: ".",
  },
];

/** The place in the text of a tool result of the path of the file with the whole output. */
function persistedSpan(text: string): { start: number; end: number } | undefined {
  const form = forms.find(({ opening }) => text.startsWith(opening));
  const at = form ? text.indexOf(form.sentence) : -1;
  if (!form || at === -1) return undefined;
  const start = at + form.sentence.length;
  const next = text.indexOf("\n", start);
  const rest = text.slice(start, next === -1 ? undefined : next);
  const path = rest.trim();
  const first = start + rest.indexOf(path);
  const last = first + path.length;
  return { start: first, end: path.endsWith(form.end) ? last - form.end.length : last };
}

/** True when a text only says that the output was put aside, and shows nothing of it (2.1.332). */
export function onlyTellsPath(text: string): boolean {
  return !text.startsWith(opening) && persistedSpan(text) !== undefined;
}

/** Reads an output that was put aside. */
export type OutputReader = (path: string, context: Context) => FilePart;

/** An output that was put aside where nobody looks; of the recorded path, the file name counts. */
export function missingOutput(path: string): FilePart & { name: string } {
  return { type: "file", name: nameInPath(path) ?? "", path, from: "tool", missing: "not found" };
}

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
