import { createHash } from "node:crypto";

// Types that a browser opens without running anything in them; all else gets a neutral ending.
const extensions: Readonly<Record<string, string>> = {
  "application/json": "json",
  "application/pdf": "pdf",
  "image/bmp": "bmp",
  "image/gif": "gif",
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/webp": "webp",
  "text/csv": "csv",
  "text/markdown": "md",
  "text/plain": "txt",
};

/** The folder for the files of a document, beside it. */
export function assetFolder(documentName: string): string {
  return `${documentName}.files`;
}

/** The name of a file beside a document: after its content, so that it is the same in each run. */
export function assetName(bytes: Uint8Array, mediaType: string): string {
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 16);
  const type = mediaType.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  return `${hash}.${Object.hasOwn(extensions, type) ? extensions[type] : "bin"}`;
}

/** A relative link to a file by the names of its folders and its own. */
export function linkTo(...names: readonly string[]): string {
  // Some Markdown readers end a link at a parenthesis.
  return names.map((name) => encodeURIComponent(name).replace(/[!'()*]/g, percentEncode)).join("/");
}

function percentEncode(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
