import { type Citation, type JsonObject, nonEmpty, present, type TextPart } from "@chatexport/core";
import type { Fields } from "@chatexport/core/source";

const [opening, closing] = ["<oai-mem-citation>", "</oai-mem-citation>"];

/**
 * An answer without the element in which the model tells the tool on what memory it rests (0.117 to 0.169, 2026):
 * lines of files become citations. An element with nothing of the kind is a quotation.
 */
export function withoutMemory(part: TextPart): TextPart {
  const start = part.text.indexOf(opening);
  const end = part.text.indexOf(closing, start);
  if (start === -1 || end === -1) return part;
  const lines = part.text.slice(start + opening.length, end).split("\n");
  if (!lines.some((line) => isTag(line.trim()))) return part;
  const text = part.text.slice(0, start) + part.text.slice(end + closing.length);
  return { ...part, text: text.trimEnd(), ...memoryIn(lines, part.native) };
}

function memoryIn(lines: readonly string[], native: JsonObject | undefined): Memory {
  const [places, ids]: [string[], string[]] = [[], []];
  let list = places;
  for (const line of lines.map((each) => each.trim()))
    if (isTag(line)) list = line.endsWith("_ids>") ? ids : places;
    else if (line !== "") list.push(line);
  return memory(places.map(citationOfLine), ids, native);
}

/** The tags around lines of files, and around the ids of sessions. */
function isTag(line: string): boolean {
  return /^<\/?(?:citation_entries|(?:rollout|thread)_ids)>$/.test(line);
}

/** `MEMORY.md:17-20|note=[why it helped]` */
function citationOfLine(line: string): Citation {
  const [title = "", ...note] = line.split("|note=");
  return citation(title, note.join("|note=").replace(/^\[|\]$/g, ""));
}

/** The tool's notes on the memory that an answer rests on. */
export function notedMemory(answer: Fields): Memory {
  const note = answer.object("memory_citation");
  const citations = (note?.objects("entries") ?? []).map((entry) => {
    const [path, start, end] = [
      entry.text("path"),
      entry.number("lineStart"),
      entry.number("lineEnd"),
    ];
    return citation(`${path}:${start}-${end}`, entry.text("note"));
  });
  return memory(citations, note?.texts("rolloutIds") ?? []);
}

/** The memory that an answer rests on: lines in files, and the sessions from which these come. */
type Memory = Pick<TextPart, "citations" | "native">;

function memory(citations: Citation[], rolloutIds: readonly string[], native?: JsonObject): Memory {
  const isFrom = rolloutIds.length > 0;
  return present({
    citations: nonEmpty(citations),
    native: isFrom ? { ...native, rolloutIds: [...rolloutIds] } : native,
  });
}

function citation(title: string, note = ""): Citation {
  return present({ title, native: note === "" ? undefined : { note } });
}
