import { posix } from "node:path";
import { type Context, present, type Sink, type SinkContext } from "@chatexport/core";
import { assetFolder, assetName, linkTo } from "./assets.js";
import { pageNames } from "./page-names.js";
import type { Stage, StagedFile } from "./staging.js";

/** What a sink puts beside its document, complete but without names. */
export interface StagedBeside {
  /** By their names. */
  assets: ReadonlyMap<string, StagedFile>;
  /** Each after those that it leads to. */
  pages: readonly StagedFile[];
  /** Removes what has no name yet. */
  discard(): Promise<void>;
}

/** What rendering a document takes. */
export interface Rendering {
  /** Of the document, below the folder of the archive. */
  path: string;
  files: Stage;
  context: Context;
}

/** The context for a sink that renders a document, and what the sink puts beside it meanwhile. */
export function besideDocument(
  sink: Sink,
  { path, files, context }: Rendering,
): { beside: StagedBeside; sinkContext: SinkContext } {
  const dir = posix.dirname(path);
  const isFolder = sink.layout === "folder";
  const folder = isFolder ? "files" : assetFolder(posix.basename(path, `.${sink.extension}`));
  const assets = new Map<string, StagedFile>();
  const pages: StagedFile[] = [];

  async function asset(bytes: Uint8Array, mediaType: string): Promise<string> {
    const name = assetName(bytes, mediaType);
    if (!assets.has(name))
      assets.set(name, await files.stage(`${dir}/${folder}/${name}`, [bytes], context.signal));
    return linkTo(folder, name);
  }

  const nameOf = pageNames(sink.extension);
  async function page(name: string, content: AsyncIterable<string | Uint8Array>): Promise<string> {
    // Named first, for the content may have pages of its own.
    const fileName = nameOf(name);
    pages.push(await files.stage(`${dir}/${fileName}`, content, context.signal));
    return linkTo(fileName);
  }

  return {
    beside: {
      assets,
      pages,
      async discard() {
        for (const file of [...assets.values(), ...pages]) await files.discard(file);
      },
    },
    sinkContext: present({
      ...context,
      asset,
      page: isFolder ? page : undefined,
      index: sink.index && `${"../".repeat(dir.split("/").length)}index.${sink.extension}`,
    }),
  };
}
