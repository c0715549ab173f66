import { type FilePart, type Json, type JsonObject, present } from "@chatexport/core";
import { listOf, objectOf, stringOf, textOf, wordOf } from "@chatexport/core/read";
import { imageTypeOfData } from "../image-types.js";

/** An image or file of a message: bytes as hex, as base64, as a data URL, or a URL. */
export function filePart(part: JsonObject, from: FilePart["from"]): FilePart {
  const source = objectOf(part.source);
  const stored =
    part.image ??
    part.data ??
    source?.data ??
    source?.url ??
    urlOf(part.image_url) ??
    part.url ??
    null;
  const { data, url, mediaType } = contentOf(stored);
  const path = textOf(part.path);
  return present({
    type: "file",
    mediaType:
      textOf(part.mediaType) ??
      textOf(part.mimeType) ??
      textOf(source?.media_type) ??
      mediaType ??
      imageTypeOfData(data),
    name: textOf(part.filename) ?? textOf(part.name),
    path,
    url,
    data,
    missing: data === undefined && url === undefined ? "not stored" : undefined,
    from,
  });
}

function urlOf(value: Json | undefined): Json | undefined {
  return objectOf(value)?.url ?? value;
}

interface Content {
  data?: string;
  url?: string;
  mediaType?: string;
}

function contentOf(stored: Json): Content {
  const object = objectOf(stored);
  const hex = textOf(object?.hex);
  if (hex !== undefined) return base64(Buffer.from(hex, "hex"));
  const bytes = listOf(object?.data);
  if (bytes) return base64(Buffer.from(bytes.map((byte) => Number(wordOf(byte)))));
  const text = stringOf(stored) ?? stringOf(object?.data) ?? stringOf(object?.base64) ?? "";
  if (/^(?:https?|file):/i.test(text)) return { url: text };
  const head = /^data:([\w.+/-]{0,100})[^,]{0,100},/.exec(text.slice(0, 300));
  if (!head) return text === "" ? {} : { data: text };
  const data = text.slice(head[0].length);
  const isBase64 = head[0].endsWith(";base64,");
  return present({
    mediaType: textOf(head[1]),
    data: isBase64 ? data : Buffer.from(data).toString("base64"),
  });
}

function base64(bytes: Buffer): Content {
  return bytes.length === 0 ? {} : { data: bytes.toString("base64") };
}
