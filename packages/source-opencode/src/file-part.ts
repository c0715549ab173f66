import { type FilePart, present } from "@chatexport/core";
import { dataUrl, numberOf, pathOfUrl } from "@chatexport/core/read";
import { addNative, type Fields } from "@chatexport/core/source";

/** A file or image, by the address or the data in it. */
export function filePartOf(file: Fields, from?: FilePart["from"]): FilePart {
  const url = file.text("url") ?? "";
  const source = file.object("source");
  const path = url.startsWith("file://") ? undefined : source?.text("path");
  const part = fileAt(url, path, from ?? (source ? "mention" : "upload"));
  source?.word([part.path ?? ""], "path");
  file.word(["file"], "type");
  Object.assign(part, present({ mediaType: file.text("mime"), name: file.text("filename") }));
  addNative(part, file.rest());
  return part;
}

/** A file of the second form: 1.18.33 keeps its address, 2.0 its bytes and where they are from. */
export function secondFileOf(file: Fields, from?: FilePart["from"]): FilePart {
  const source = file.object("source");
  const isMention = file.object("mention") !== undefined || source?.names.includes("text");
  const address = file.text("uri") ?? source?.text("uri");
  const bytes = file.text("data");
  const mediaType = file.text("mime");
  const isLocal = bytes !== undefined && address?.startsWith("file://");
  const path = isLocal ? pathOfUrl(address ?? "") : source?.text("path");
  const url = bytes === undefined ? address : `data:${mediaType ?? ""};base64,${bytes}`;
  const part = fileAt(url ?? "", path, from ?? (isMention ? "mention" : "upload"));
  Object.assign(part, present({ mediaType, name: file.text("name") }));
  addNative(part, file.rest());
  if (bytes !== undefined && !isLocal) addNative(part, present({ uri: address }));
  return part;
}

/** A file by its address, or by a path beside that. */
function fileAt(url: string, beside: string | undefined, from: FilePart["from"]): FilePart {
  const inline = dataUrl(url);
  const isLocal = url.startsWith("file://");
  const [address = "", query] = isLocal ? url.split("?", 2) : [url];
  const path = isLocal ? pathOfUrl(address) : beside;
  const isAddress = !isLocal && !inline && url !== "";
  return present<FilePart>({
    type: "file",
    path,
    range: rangeOf(query),
    url: isAddress ? url : undefined,
    data: inline?.data,
    missing: inline || isAddress || path !== undefined ? undefined : "not stored",
    from,
    native: query === undefined ? undefined : { url },
  });
}

/** The lines that an address names. */
function rangeOf(query: string | undefined): FilePart["range"] {
  const lines = new URLSearchParams(query);
  const [start, end] = ["start", "end"].map((name) => numberOf(Number(lines.get(name) ?? "none")));
  return start === undefined || start < 1
    ? undefined
    : present({ start, end: end === undefined || end < start ? undefined : end });
}
