import type { Session, Sink } from "@chatexport/core";
import type { ArchivedDocument, ArchivedFile } from "./archived-session.js";
import { besideDocument, type Rendering } from "./staged-beside.js";
import { isThere, type Stage, type StagedFile, type Staging } from "./staging.js";

/** A document and the files beside it, complete but without their names. */
export interface StagedDocument extends StagedFile {
  assets: StagedFile[];
  pages: StagedFile[];
}

/** Renders a document with the files beside it. */
export async function stageDocument(
  session: Session,
  sink: Sink,
  rendering: Rendering,
): Promise<StagedDocument> {
  const { path, files, context } = rendering;
  const { beside, sinkContext } = besideDocument(sink, rendering);
  const document = await files
    .stage(path, sink.render(session, sinkContext), context.signal)
    .catch(async (error: unknown) => {
      await beside.discard();
      throw error;
    });
  return { ...document, assets: [...beside.assets.values()], pages: [...beside.pages] };
}

/** What the manifest will say about a document. */
export function recordOf(
  { assets, pages, ...document }: StagedDocument,
  facts: Pick<ArchivedDocument, "sink" | "revision" | "recipe">,
): ArchivedDocument {
  const { sink, revision, recipe } = facts;
  return {
    sink,
    ...factsOf(document),
    revision,
    recipe,
    ...(assets.length > 0 && { assets: assets.map(factsOf) }),
    ...(pages.length > 0 && { pages: pages.map(factsOf) }),
  };
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
