import { type FilePart, type JsonObject, present } from "@chatexport/core";
import { dataUrl, numberOf, objectOf, pathOfUrl, textOf } from "@chatexport/core/read";
import { fieldsOf, unread } from "./fields.js";

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

/** A file beside a prompt of the second form: 1.18.33 keeps its address, 2.0 its bytes and where they are from. */
export function secondFileOf(file: JsonObject): FilePart {
  const { uri, data, mime, name, source, mention, ...rest } = file;
  const given = objectOf(source) ?? {};
  const place = objectOf(mention) ?? (given.text === undefined ? undefined : given);
  const address = textOf(uri) ?? textOf(given.uri);
  const bytes = textOf(data);
  const isKept = bytes !== undefined;
  const path = isKept && address?.startsWith("file://") ? pathOfUrl(address) : undefined;
  const told = present<JsonObject>({
    ...rest,
    mime,
    filename: name,
    url: isKept ? `data:${textOf(mime) ?? ""};base64,${bytes}` : address,
    ...((place || path !== undefined) && { source: present<JsonObject>({ ...place, path }) }),
    uri: isKept && path === undefined ? address : undefined,
  });
  return filePartOf(told, place ? "mention" : "upload");
}

const fields = fieldsOf({
  type: "string",
  mime: "string",
  filename: "string",
  url: "string",
  source: "object",
});
const withoutPath: ReadonlySet<string> = new Set(["path"]);

/** The lines that an address names. */
function rangeOf(query: string | undefined): FilePart["range"] {
  const lines = new URLSearchParams(query);
  const [start, end] = ["start", "end"].map((name) => numberOf(Number(lines.get(name) ?? "none")));
  return start === undefined || start < 1
    ? undefined
    : present({ start, end: end === undefined || end < start ? undefined : end });
}
