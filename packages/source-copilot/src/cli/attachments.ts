import { type FilePart, type JsonObject, present } from "@chatexport/core";
import { nameSet, numberOf, objectOf, textOf, wordOf } from "@chatexport/core/read";
import { unread } from "../fields.js";

/** The bytes that events of their own hold, and the files that name them, in either order. */
export class Assets {
  readonly #assets = new Map<string, JsonObject>();
  readonly #waiting = new Map<string, FilePart[]>();
  readonly #used = new Set<string>();

  /** Adds the bytes that an event holds. */
  add(data: JsonObject): void {
    const id = textOf(data.assetId) ?? "";
    this.#assets.set(id, data);
    for (const file of this.#waiting.get(id) ?? []) this.#fill(file, id);
  }

  /** A file or another thing that a person attached or a tool returned. */
  file(attachment: JsonObject, from: FilePart["from"]): FilePart {
    const path = textOf(attachment.path) ?? textOf(attachment.filePath);
    const range = objectOf(attachment.lineRange);
    const selection = objectOf(attachment.selection);
    // Lines of a selection are counted from 0.
    const start = numberOf(range?.start) ?? oneMore(objectOf(selection?.start)?.line);
    const end = numberOf(range?.end) ?? oneMore(objectOf(selection?.end)?.line);
    const [text, data, url] = [attachment.text, attachment.data, attachment.url].map(textOf);
    const assetId = textOf(attachment.assetId);
    // A file is known by its path, unless it came with bytes.
    const isKnown =
      (text ?? data ?? url ?? (assetId === undefined ? path : undefined)) !== undefined;
    const file = present<FilePart>({
      type: "file",
      mediaType: textOf(attachment.mimeType),
      name:
        textOf(attachment.displayName) ??
        textOf(attachment.title) ??
        textOf(attachment.description),
      path,
      range: start === undefined ? undefined : present({ start, end }),
      url,
      data,
      text,
      missing: isKnown ? undefined : "not stored",
      from: selection ? "selection" : from,
      native: unread(attachment, usual.has(wordOf(attachment.type)) ? usualFields : otherFields),
    });
    if (assetId === undefined) return file;
    const waiting = this.#waiting.get(assetId);
    if (waiting) waiting.push(file);
    else this.#waiting.set(assetId, [file]);
    if (this.#assets.has(assetId)) this.#fill(file, assetId);
    return file;
  }

  /** The bytes that nothing names. */
  unused(): FilePart[] {
    return [...this.#assets]
      .filter(([id]) => !this.#used.has(id))
      .map(([, { assetId: _, ...data }]) => this.file(data, "tool"));
  }

  #fill(file: FilePart, id: string): void {
    const asset = this.#assets.get(id) ?? {};
    const data = textOf(asset.data);
    this.#used.add(id);
    if (data === undefined) return;
    file.data = data;
    file.mediaType ??= textOf(asset.mimeType) ?? "application/octet-stream";
    delete file.missing;
  }
}

const usual = nameSet("file selection blob image undefined");
const otherFields = nameSet(
  "path filePath displayName title description mimeType data text url assetId lineRange selection",
);
const usualFields = new Set([...otherFields, "type"]);

function oneMore(line: unknown): number | undefined {
  const number = numberOf(line);
  return number === undefined ? undefined : number + 1;
}
