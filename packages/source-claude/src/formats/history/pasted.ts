import { dirname, join } from "node:path";
import { errorCode, type FilePart, type JsonObject, type Part, present } from "@chatexport/core";
import { numberOf, objectOf, stringOf, textOf } from "@chatexport/core/read";
import { type PrivateBytes, readPrivateBytes } from "../../files/private-file.js";
import { paragraphs } from "../../records/pasted-text.js";
import type { HistoryRow } from "./history-rows.js";

/**
 * A prompt with the texts that were pasted into it in their places, and what else was pasted: from its
 * row, else from the caches, which the tool empties.
 */
export function pastedPrompt(
  row: HistoryRow,
  historyPath: string,
): { text: string; parts: Part[] } {
  const { display = "" } = row;
  const pasted = pastedParts(row, dirname(historyPath));
  const byNumber = new Map(pasted.toReversed().map(({ number, part }) => [number, part]));
  const pieces: string[] = [];
  const shown = new Set<Part>();
  let from = 0;
  for (const { 0: name, 1: kind, 2: number = "", index } of display.matchAll(placeholder)) {
    const part = kind === "Image" ? undefined : byNumber.get(number);
    if (part?.type !== "file" || part.text === undefined || shown.has(part)) continue;
    pieces.push(display.slice(from, index), part.text);
    shown.add(part);
    from = index + name.length;
  }
  const parts = pasted.map(({ part }) => part).filter((part) => !shown.has(part));
  return { text: from === 0 ? display : paragraphs([...pieces, display.slice(from)]), parts };
}

/** Something that was pasted, by the number in its placeholder. */
interface Pasted {
  number: string;
  part: Part;
}

function pastedParts(row: HistoryRow, folder: string): Pasted[] {
  const pasted = row.pasted.map(([key, content]): Pasted => {
    // At first a paste was its text and nothing else.
    const fields = typeof content === "string" ? { content } : (objectOf(content) ?? {});
    const number = textOf(fields.id) ?? numberOf(fields.id)?.toString() ?? key;
    const isText = "content" in fields || "contentHash" in fields;
    const type = textOf(fields.type) ?? (isText ? "text" : "(none)");
    if (type === "text") return { number, part: pastedText(number, fields, folder) };
    if (type === "image")
      return { number, part: pastedImage(number, fields, row.sessionId, folder) };
    return { number, part: { type: "unknown", recordType: `pasted/${type}`, native: content } };
  });
  const numbers = new Set(pasted.map(({ number }) => number));
  for (const [, kind, number = ""] of (row.display ?? "").matchAll(placeholder)) {
    if (numbers.has(number)) continue;
    numbers.add(number);
    const isImage = kind === "Image";
    const part = isImage
      ? pastedImage(number, {}, row.sessionId, folder)
      : pastedText(number, {}, folder);
    pasted.push({ number, part });
  }
  return pasted;
}

function pastedText(number: string, pasted: JsonObject, folder: string): FilePart {
  return {
    type: "file",
    mediaType: textOf(pasted.mediaType) ?? "text/plain",
    name: textOf(pasted.filename) ?? `Pasted text #${number}`,
    ...textContent(pasted, folder),
    from: "upload",
  };
}

function textContent(pasted: JsonObject, folder: string): Pick<FilePart, "text" | "missing"> {
  const text = stringOf(pasted.content);
  if (text !== undefined) return { text };
  const hash = textOf(pasted.contentHash);
  if (hash === undefined) return { missing: "not stored" };
  const cached = readCached(join(folder, "paste-cache"), [hash], ".txt");
  return "missing" in cached ? cached : { text: cached.bytes.toString() };
}

function pastedImage(
  number: string,
  pasted: JsonObject,
  sessionId: string | undefined,
  folder: string,
): FilePart {
  return present({
    type: "file",
    mediaType: textOf(pasted.mediaType),
    name: textOf(pasted.filename) ?? `Image #${number}`,
    ...imageContent(number, pasted, sessionId, folder),
    from: "upload",
  });
}

function imageContent(
  number: string,
  pasted: JsonObject,
  sessionId: string | undefined,
  folder: string,
): Pick<FilePart, "mediaType" | "data" | "missing"> {
  const data = textOf(pasted.content);
  if (data !== undefined)
    return /[^A-Za-z0-9+/=]/.test(data) ? { missing: "not in base64" } : { data };
  if (sessionId === undefined) return { missing: "not stored" };
  const cached = readCached(join(folder, "image-cache"), [sessionId, number], ".png");
  if ("missing" in cached) return cached;
  return {
    mediaType: textOf(pasted.mediaType) ?? "image/png",
    data: cached.bytes.toString("base64"),
  };
}

/** In a prompt, what was pasted: rows need not name all of it. */
const placeholder = /\[(Image|Pasted text) #(\d{1,6})(?: \+\d{1,9} lines?)?\]/g;

const largestMiB = 8;

/** Reads a file of a cache by its names, which come from untrusted rows, so they must be plain. */
function readCached(cache: string, names: readonly string[], extension: string): PrivateBytes {
  if (!names.every((name) => /^[A-Za-z0-9_-]+$/.test(name))) return { missing: "not a plain name" };
  try {
    return readPrivateBytes(join(cache, ...names) + extension, cache, largestMiB);
  } catch (cause) {
    return { missing: errorCode(cause) === "ENOENT" ? "not found" : "not readable" };
  }
}
