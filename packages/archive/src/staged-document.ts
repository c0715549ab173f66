import { posix } from "node:path";
import {
  type Context,
  nonEmpty,
  present,
  type Session,
  type Sink,
  type SinkContext,
} from "@chatexport/core";
import { percentEncoded } from "@chatexport/core/read";
import type { ArchivedDocument, ArchivedFile } from "./archived-session.js";
import { shortHash } from "./fingerprint.js";
import { pageNames } from "./names.js";
import { isThere, type Stage, type StagedFile, type Staging } from "./staging.js";

/** A document and the files beside it, complete but without their names. */
export interface StagedDocument extends StagedFile {
  assets: StagedFile[];
  pages: StagedFile[];
}

/** The means to render a document. */
interface Rendering {
  /** Of the document, below the folder of the archive. */
  path: string;
  files: Stage;
  context: Context;
}

/** Renders a document with the files beside it, which a sink puts there meanwhile. */
export async function stageDocument(
  session: Session,
  sink: Sink,
  { path, files, context }: Rendering,
): Promise<StagedDocument> {
  const { signal } = context;
  const dir = posix.dirname(path);
  const isFolder = sink.layout === "folder";
  const folder = isFolder ? "files" : assetFolder(posix.basename(path, `.${sink.extension}`));
  const assets = new Map<string, StagedFile>();
  // Each after those that it leads to.
  const pages: StagedFile[] = [];
  const nameOf = pageNames(sink.extension);
  const sinkContext: SinkContext = present({
    ...context,
    async asset(bytes: Uint8Array, mediaType: string) {
      const name = assetName(bytes, mediaType);
      if (!assets.has(name))
        assets.set(name, await files.stage(`${dir}/${folder}/${name}`, [bytes], signal));
      return linkTo(folder, name);
    },
    page: isFolder ? page : undefined,
    index: sink.index && `${"../".repeat(dir.split("/").length)}index.${sink.extension}`,
  });
  try {
    const document = await files.stage(path, sink.render(session, sinkContext), signal);
    return { ...document, assets: [...assets.values()], pages };
  } catch (error) {
    for (const file of [...assets.values(), ...pages]) await files.discard(file);
    throw error;
  }

  async function page(name: string, content: AsyncIterable<string | Uint8Array>): Promise<string> {
    // Named first, for the content may have pages of its own.
    const fileName = nameOf(name);
    pages.push(await files.stage(`${dir}/${fileName}`, content, signal));
    return linkTo(fileName);
  }
}

/** The record of a document in the manifest. */
export function recordOf(
  { assets, pages, ...document }: StagedDocument,
  facts: Pick<ArchivedDocument, "sink" | "revision" | "recipe">,
): ArchivedDocument {
  const { sink, revision, recipe } = facts;
  return present({
    sink,
    ...factsOf(document),
    revision,
    recipe,
    assets: nonEmpty(assets.map(factsOf)),
    pages: nonEmpty(pages.map(factsOf)),
  });
}

/** Gives their names to all files of a document but those that are there as they are. */
export async function placeDocument(document: StagedDocument, files: Staging): Promise<void> {
  const { assets, pages } = document;
  // A document never stands there without the files that it shows. Those are named after their
  // content, so that the size tells enough.
  for (const asset of assets)
    if ((await files.sizeOf(asset.path)) !== asset.bytes) await files.place(asset);
  for (const file of [...pages, document])
    if (!(await isThere(file, files))) await files.place(file);
}

/** Removes those files of a document that have no name yet. */
export async function discardDocument(
  document: StagedDocument,
  files: Pick<Stage, "discard">,
): Promise<void> {
  for (const file of [...document.assets, ...document.pages, document]) await files.discard(file);
}

function factsOf({ path, bytes, sha256 }: ArchivedFile): ArchivedFile {
  return { path, bytes, sha256 };
}

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
  const type = mediaType.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  return `${shortHash(bytes)}.${Object.hasOwn(extensions, type) ? extensions[type] : "bin"}`;
}

/** A relative link to a file by the names of its folders and its own. */
export function linkTo(...names: readonly string[]): string {
  // Some Markdown readers end a link at a parenthesis.
  return names.map((name) => percentEncoded(name)).join("/");
}
