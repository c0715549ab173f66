import { dirname, join } from "node:path";
import { errorCode, type FilePart, type Json, type Part, present } from "@chatexport/core";
import { objectOf, wordOf } from "@chatexport/core/read";
import { addNative, Fields } from "@chatexport/core/source";
import { type PrivateBytes, readPrivateBytes } from "../../files/private-file.js";
import { named } from "../../records/named-fields.js";
import { paragraphs } from "../../records/pasted-text.js";
import { says } from "../../says.js";
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
  const byNumber = new Map(pasted.toReversed());
  const pieces: string[] = [];
  const shown = new Set<Part>();
  let from = 0;
  for (const { 0: name, 1: kind, 2: number = "", index } of display.matchAll(placeholder)) {
    const part = kind === says.image ? undefined : byNumber.get(number);
    if (part?.type !== "file" || part.text === undefined || shown.has(part)) continue;
    pieces.push(display.slice(from, index), part.text);
    shown.add(part);
    addNative(row, part.native && { [`pasted ${number}`]: part.native });
    from = index + name.length;
  }
  const parts = pasted.map(([, part]) => part).filter((part) => !shown.has(part));
  return { text: from === 0 ? display : paragraphs([...pieces, display.slice(from)]), parts };
}

/** The contents that were pasted, with the numbers in their placeholders. */
function pastedParts(row: HistoryRow, folder: string): [number: string, part: Part][] {
  const place = { folder, sessionId: row.sessionId };
  const pasted = row.pasted.map(([key, content]): [string, Part] => {
    // At first a paste was its text and nothing else.
    const object = typeof content === "string" ? { content } : (objectOf(content) ?? {});
    const fields = new Fields(object, named, row.unknown);
    const id = fields.fitting("id", (value) => /^\d+$/.test(wordOf(value)));
    const number = id === undefined ? key : wordOf(id);
    const isText = "content" in object || "contentHash" in object;
    const type = fields.text("type") ?? (isText ? "text" : "(none)");
    if (type === "text") return [number, pastedFile(says.pastedText, number, fields, place)];
    if (type === "image") return [number, pastedFile(says.image, number, fields, place)];
    return [number, { type: "unknown", recordType: `pasted/${type}`, native: content }];
  });
  const numbers = new Set(pasted.map(([number]) => number));
  for (const [, kind = "", number = ""] of (row.display ?? "").matchAll(placeholder)) {
    if (numbers.has(number)) continue;
    numbers.add(number);
    pasted.push([number, pastedFile(kind, number, new Fields({}, named), place)]);
  }
  return pasted;
}

/** The places of caches, and the owner of an image. */
interface PastePlace {
  folder: string;
  sessionId: string | undefined;
}

/** A text or an image, whose placeholder begins with its kind. */
function pastedFile(kind: string, number: string, pasted: Fields, place: PastePlace): FilePart {
  const isImage = kind === says.image;
  return present({
    type: "file",
    mediaType: pasted.text("mediaType") ?? (isImage ? undefined : "text/plain"),
    name: pasted.text("filename") ?? `${kind} #${number}`,
    ...(isImage ? imageContent(number, pasted, place) : textContent(pasted, place)),
    from: "upload",
    native: pasted.rest(),
  });
}

function textContent(pasted: Fields, { folder }: PastePlace): Pick<FilePart, "text" | "missing"> {
  const text = pasted.string("content");
  if (text !== undefined) return { text };
  const hash = pasted.text("contentHash");
  if (hash === undefined) return { missing: "not stored" };
  const cached = readCached(join(folder, "paste-cache"), [hash], ".txt");
  return "missing" in cached ? cached : { text: cached.bytes.toString() };
}

function imageContent(
  number: string,
  pasted: Fields,
  { folder, sessionId }: PastePlace,
): Pick<FilePart, "mediaType" | "data" | "missing"> {
  const isBase64 = (value: Json) => typeof value === "string" && !/[^A-Za-z0-9+/=]/.test(value);
  const data = pasted.fitting("content", isBase64);
  const isStored = pasted.names.includes("content");
  if (typeof data === "string" && data !== "") return { data };
  if (data === undefined && isStored) return { missing: "not in base64" };
  if (sessionId === undefined) return { missing: "not stored" };
  const cached = readCached(join(folder, "image-cache"), [sessionId, number], ".png");
  if ("missing" in cached) return cached;
  return {
    mediaType: pasted.text("mediaType") ?? "image/png",
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
