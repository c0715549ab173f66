import { createHash } from "node:crypto";
import { join } from "node:path";
import type { Context, SinkContext } from "@chatexport/core";
import { writeAtomic } from "./atomic-file.js";
import type { Folders } from "./folders.js";

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

/**
 * The context of a document that can have files beside it, in `<document>.files/`; each is named
 * after its content, so that it has the same name in each run.
 */
export function withAssets(
  context: Context,
  folders: Folders,
  parents: readonly string[],
  documentName: string,
): SinkContext {
  const folder = `${documentName}.files`;
  return {
    ...context,
    async asset(bytes, mediaType) {
      const name = assetName(bytes, mediaType);
      const path = join(await folders.make(...parents, folder), name);
      await writeAtomic(path, [bytes], context.signal);
      return `${encodeURIComponent(folder).replace(/[!'()*]/g, percentEncode)}/${name}`;
    },
  };
}

function assetName(bytes: Uint8Array, mediaType: string): string {
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 16);
  const type = mediaType.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  return `${hash}.${Object.hasOwn(extensions, type) ? extensions[type] : "bin"}`;
}

// Some Markdown readers end a link at a parenthesis.
function percentEncode(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
