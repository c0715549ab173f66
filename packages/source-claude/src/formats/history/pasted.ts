import { dirname, join } from "node:path";
import { errorCode, type FilePart, type JsonObject, type Part, present } from "@chatexport/core";
import { numberOf, objectOf, stringOf, textOf } from "@chatexport/core/read";
import { type PrivateBytes, readPrivateBytes } from "../../files/private-file.js";
import type { HistoryRow } from "./history-rows.js";

/** What was pasted into a prompt: from its row, else from the caches, which the tool empties. */
export function pastedParts(row: HistoryRow, historyPath: string): Part[] {
  const folder = dirname(historyPath);
  const parts: Part[] = [];
  const numbers = new Set<string>();
  for (const [key, content] of row.pasted) {
    // At first a paste was its text and nothing else.
    const pasted = typeof content === "string" ? { content } : (objectOf(content) ?? {});
    const number = textOf(pasted.id) ?? numberOf(pasted.id)?.toString() ?? key;
    numbers.add(number);
    const isText = "content" in pasted || "contentHash" in pasted;
    const type = textOf(pasted.type) ?? (isText ? "text" : "(none)");
    if (type === "text") parts.push(pastedText(number, pasted, folder));
    else if (type === "image") parts.push(pastedImage(number, pasted, row.sessionId, folder));
    else parts.push({ type: "unknown", recordType: `pasted/${type}`, native: content });
  }
  for (const [, kind, number = ""] of row.display.matchAll(placeholder)) {
    if (numbers.has(number)) continue;
    numbers.add(number);
    if (kind === "Image") parts.push(pastedImage(number, {}, row.sessionId, folder));
    else parts.push(pastedText(number, {}, folder));
  }
  return parts;
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
