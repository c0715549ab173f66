import { fileURLToPath } from "node:url";
import { attempt } from "../errors.js";

/** The media type and the base64 of a `data:` URL; undefined for any other. */
export function dataUrl(url: string): { mediaType: string; data: string } | undefined {
  const head = /^data:([\w.+-]{1,100}\/[\w.+-]{1,100});base64,/.exec(url);
  return head?.[1] === undefined
    ? undefined
    : { mediaType: head[1], data: url.slice(head[0].length) };
}

/** A path, also one that is written as a `file:` URL. */
export function pathOfUrl(url: string): string {
  return url.startsWith("file://") ? (attempt(() => fileURLToPath(url)) ?? url) : url;
}

/** A text as a part of a URL, in which such characters are escaped that `encodeURIComponent` leaves. */
export function percentEncoded(text: string, others = /[!'()*]/g): string {
  return encodeURIComponent(text).replace(
    others,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
