import { type FilePart, type Json, present } from "@chatexport/core";
import { listOf, objectOf, textOf } from "@chatexport/core/read";
import { imageTypeOfData, imageTypeOfPath } from "../image-types.js";
import type { StoreFiles } from "../store-files.js";
import { nameOf, pathOf } from "./uri-path.js";

/**
 * The images that a prompt holds: `images` of a bubble and `selectedImages` of its context, each image
 * once. The content lies in the record (base64, or bytes as numbers) or in a file of Cursor's.
 */
export function imageParts(images: readonly Json[], files: StoreFiles): FilePart[] {
  const parts: FilePart[] = [];
  const seen = new Set<string>();
  for (const value of images) {
    const image = objectOf(value);
    if (!image) continue;
    const path = pathOf(image.path ?? image.uri);
    const keys = [textOf(image.uuid), path].filter((key) => key !== undefined);
    if (keys.some((key) => seen.has(key))) continue;
    for (const key of keys) seen.add(key);
    const content = inlineContent(image.data) ?? fileContent(path, files);
    const data = "data" in content ? content.data : undefined;
    parts.push(
      present({
        type: "file",
        mediaType: (data && imageTypeOfData(data)) ?? imageTypeOfPath(path),
        name: nameOf(path),
        path,
        data,
        missing: "missing" in content ? content.missing : undefined,
        from: "upload",
      }),
    );
  }
  return parts;
}

type Content = { data: string } | { missing: string };

function inlineContent(value: Json | undefined): Content | undefined {
  if (typeof value === "string") {
    const data = value.startsWith("data:") ? value.slice(value.indexOf(",") + 1) : value;
    return data === "" ? undefined : { data };
  }
  const bytes = bytesOf(value);
  return bytes && bytes.length > 0 ? { data: bytes.toString("base64") } : undefined;
}

/** Bytes as a list of numbers, as `{"0":137,…}`, or in a field `data` of either form. */
function bytesOf(value: Json | undefined): Buffer | undefined {
  const list = listOf(value);
  if (list) return bytesIn(list);
  const object = objectOf(value);
  return object && (listOf(object.data) ? bytesOf(object.data) : bytesIn(Object.values(object)));
}

function bytesIn(list: Json[]): Buffer | undefined {
  return list.every((byte) => typeof byte === "number") ? Buffer.from(list) : undefined;
}

function fileContent(path: string | undefined, files: StoreFiles): Content {
  if (path === undefined) return { missing: "not stored" };
  const content = files.read(path);
  if (!(content instanceof Uint8Array)) return content;
  const data = Buffer.from(content).toString("base64");
  // Cursor's folders also hold its tokens, and a path may have been written by anybody.
  return imageTypeOfData(data) === undefined ? { missing: "not an image" } : { data };
}
