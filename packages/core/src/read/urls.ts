import { attempt } from "../errors.js";

/** The media type and the base64 of a `data:` URL; undefined for any other. */
export function dataUrl(url: string): { mediaType: string; data: string } | undefined {
  const head = /^data:([\w.+-]{1,100}\/[\w.+-]{1,100});base64,/.exec(url);
  return head?.[1] === undefined
    ? undefined
    : { mediaType: head[1], data: url.slice(head[0].length) };
}

/** A path, also one that is written as a `file:` URL; of Windows, too, on each machine. */
export function pathOfUrl(url: string): string {
  const [, host = "", escaped = "%"] = /^file:\/\/([^/]*)(\/[^?#]*)/.exec(url) ?? [];
  const path = attempt(() => decodeURIComponent(escaped));
  if (path === undefined) return url;
  if (/^\/[A-Za-z]:/.test(path)) return path.slice(1).replaceAll("/", "\\");
  return host === "" || host === "localhost" ? path : `//${host}${path}`.replaceAll("/", "\\");
}

/**
 * The name of a folder on another machine or in a virtual file system: of one on GitHub that of its
 * repository, of any other the last segment. Undefined for an address without a machine.
 */
export function nameOfRemoteFolder(url: string): string | undefined {
  const [, authority = "", path = ""] = /^[\w.+-]{2,40}:\/\/([^/]+)([^?#]*)/.exec(url) ?? [];
  const segments = path.split("/").filter((segment) => segment !== "");
  const name = authority.startsWith("github") ? (segments[1] ?? segments[0]) : segments.at(-1);
  return name && (attempt(() => decodeURIComponent(name)) ?? name).replace(/\.code-workspace$/, "");
}

/** A text as a part of a URL, in which such characters are escaped that `encodeURIComponent` leaves. */
export function percentEncoded(text: string, others = /[!'()*]/g): string {
  return encodeURIComponent(text).replace(
    others,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
