import { type FilePart, type JsonObject, present } from "@chatexport/core";
import { dataUrl, numberOf, objectOf, pathOfUrl, textOf } from "@chatexport/core/read";
import { unread } from "./fields.js";

/** A file or image, by the address or the data in it. */
export function filePartOf(file: JsonObject, from?: FilePart["from"]): FilePart {
  const url = textOf(file.url) ?? "";
  const inline = dataUrl(url);
  const source = objectOf(file.source);
  const isLocal = url.startsWith("file://");
  const [address = "", query] = isLocal ? url.split("?", 2) : [url];
  const path = isLocal ? pathOfUrl(address) : textOf(source?.path);
  const isAddress = !isLocal && !inline && url !== "";
  const rest = source && unread(source, source.path === path ? withoutPath : new Set());
  const native = {
    ...unread(file, fields),
    ...(rest && { source: rest }),
    ...(query !== undefined && { url }),
  };
  return present<FilePart>({
    type: "file",
    mediaType: textOf(file.mime),
    name: textOf(file.filename),
    path,
    range: rangeOf(query),
    url: isAddress ? url : undefined,
    data: inline?.data,
    missing: inline || isAddress || path !== undefined ? undefined : "not stored",
    from: from ?? (source ? "mention" : "upload"),
    native: Object.keys(native).length > 0 ? native : undefined,
  });
}

const fields: ReadonlySet<string> = new Set(["type", "mime", "filename", "url", "source"]);
const withoutPath: ReadonlySet<string> = new Set(["path"]);

/** The lines that an address names. */
function rangeOf(query: string | undefined): FilePart["range"] {
  const lines = new URLSearchParams(query);
  const [start, end] = ["start", "end"].map((name) => numberOf(Number(lines.get(name) ?? "none")));
  return start === undefined || start < 1
    ? undefined
    : present({ start, end: end === undefined || end < start ? undefined : end });
}
