import { type FilePart, type JsonObject, present } from "@chatexport/core";
import { dataUrl, numberOf, objectOf, pathOfUrl, textOf } from "@chatexport/core/read";
import { read, unread } from "./fields.js";

/** A file or image, by the address or the data in it. */
export function filePartOf(file: JsonObject, from?: FilePart["from"]): FilePart {
  const url = textOf(file.url) ?? "";
  const inline = dataUrl(url);
  const source = objectOf(file.source);
  const isLocal = url.startsWith("file://");
  const [address = "", query = ""] = isLocal ? url.split("?", 2) : [url];
  const lines = new URLSearchParams(query);
  const [start, end] = ["start", "end"].map((name) => numberOf(Number(lines.get(name) ?? "none")));
  const path = textOf(source?.path) ?? (isLocal ? pathOfUrl(address) : undefined);
  const isAddress = !isLocal && !inline && url !== "";
  return present<FilePart>({
    type: "file",
    mediaType: textOf(file.mime),
    name: textOf(file.filename),
    path,
    range: start === undefined ? undefined : present({ start, end }),
    url: isAddress ? url : undefined,
    data: inline?.data,
    missing: inline || isAddress || path !== undefined ? undefined : "not stored",
    from: from ?? (source ? "mention" : "upload"),
    native: unread(
      { ...file, ...(source && { source: unread(source, new Set(["path"])) ?? null }) },
      source ? withoutSource : read.file,
    ),
  });
}

const withoutSource: ReadonlySet<string> = new Set(["type", "mime", "filename", "url"]);
