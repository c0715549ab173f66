import type { FilePart } from "@chatexport/core";
import { type AssetBlock, oneLine } from "@chatexport/document";
import type { Layout } from "./layout.js";
import { lineRows } from "./line.js";
import { formatBytes } from "./numbers.js";

/** A file of which a terminal can only show the name. */
export function asset({ part }: AssetBlock, layout: Layout): Iterable<string> {
  const { mediaType = "", data = "" } = part;
  const lead = mediaType.startsWith("image/") ? "Image" : "File";
  const size = formatBytes(Buffer.byteLength(data, "base64"));
  const outcome = [mediaType, size].filter((fact) => fact !== "").join(", ");
  return lineRows({ lead, code: nameOf(part), outcome }, false, layout);
}

function nameOf({ name, path, mediaType = "" }: FilePart): string {
  return oneLine(name ?? path?.replace(/^.*[/\\]/s, "") ?? mediaType);
}
