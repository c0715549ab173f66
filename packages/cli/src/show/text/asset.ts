import type { FilePart } from "@chatexport/core";
import { type AssetBlock, oneLine } from "@chatexport/document";
import { formatBytes } from "../../numbers.js";
import { lineRows } from "./line.js";
import type { Place } from "./place.js";

/** A file of which a terminal can only show the name. */
export function asset({ part }: AssetBlock, place: Place): Iterable<string> {
  const { mediaType = "", data = "" } = part;
  const lead = mediaType.startsWith("image/") ? "Image" : "File";
  const size = formatBytes(Buffer.byteLength(data, "base64"));
  const outcome = [mediaType, size].filter((fact) => fact !== "").join(", ");
  return lineRows({ lead, code: nameOf(part), outcome }, false, place);
}

function nameOf({ name, path, mediaType = "" }: FilePart): string {
  return oneLine(name ?? path?.replace(/^.*[/\\]/s, "") ?? mediaType);
}
