import { type FilePart, present } from "@chatexport/core";
import { addNative, type Fields } from "@chatexport/core/source";

/** The bytes that events of their own hold, and the files that name them, in either order. */
export class Assets {
  readonly #assets = new Map<string, FilePart>();
  readonly #waiting = new Map<string, FilePart[]>();
  readonly #used = new Set<string>();

  /** Adds the bytes that an event holds. */
  add(data: Fields): FilePart {
    const id = data.text("assetId") ?? "";
    const asset = fileOf(data, "tool");
    this.#assets.set(id, asset);
    for (const file of this.#waiting.get(id) ?? []) this.#fill(file, id);
    return asset;
  }

  /** A file or another thing that a person attached or a tool returned. */
  file(attachment: Fields, from: FilePart["from"]): FilePart {
    const assetId = attachment.text("assetId");
    const file = fileOf(attachment, from, assetId);
    if (assetId === undefined) return file;
    const waiting = this.#waiting.get(assetId);
    if (waiting) waiting.push(file);
    else this.#waiting.set(assetId, [file]);
    if (this.#assets.has(assetId)) this.#fill(file, assetId);
    return file;
  }

  /** The bytes that nothing names. */
  unused(): FilePart[] {
    return [...this.#assets].filter(([id]) => !this.#used.has(id)).map(([, asset]) => asset);
  }

  #fill(file: FilePart, id: string): void {
    const asset = this.#assets.get(id);
    this.#used.add(id);
    addNative(file, asset?.native);
    if (asset?.data === undefined) return;
    file.data = asset.data;
    file.mediaType ??= asset.mediaType ?? "application/octet-stream";
    delete file.missing;
  }
}

const usual = ["file", "selection", "blob", "image"];

function oneMore(line: number | undefined): number | undefined {
  return line === undefined ? undefined : line + 1;
}

function fileOf(attachment: Fields, from: FilePart["from"], assetId?: string): FilePart {
  const path = attachment.text("path", "filePath");
  const range = attachment.object("lineRange");
  const selection = attachment.object("selection");
  // Lines of a selection are counted from 0.
  const start = range?.number("start") ?? oneMore(selection?.object("start")?.number("line"));
  const end = range?.number("end") ?? oneMore(selection?.object("end")?.number("line"));
  const text = attachment.text("text");
  const data = attachment.text("data");
  const url = attachment.text("url");
  attachment.word(usual, "type");
  // A file is known by its path, unless it came with bytes.
  const isKnown = (text ?? data ?? url ?? (assetId === undefined ? path : undefined)) !== undefined;
  return present<FilePart>({
    type: "file",
    mediaType: attachment.text("mimeType"),
    name: attachment.text("displayName", "title", "description"),
    path,
    range: start === undefined ? undefined : present({ start, end }),
    url,
    data,
    text,
    missing: isKnown ? undefined : "not stored",
    from: selection ? "selection" : from,
    native: attachment.rest(),
  });
}
