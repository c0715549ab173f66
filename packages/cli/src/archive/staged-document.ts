import { type Context, present, type Session, type Sink } from "@chatexport/core";
import type { ArchivedDocument } from "./archived-session.js";
import { assetFolder, assetName, linkTo } from "./assets.js";
import type { StagedFile, Staging } from "./staging.js";

/** A document and the files beside it, complete but without their names. */
export interface StagedDocument {
  path: string;
  sha256: string;
  /** What the manifest will say about it. */
  record(sink: string, revision: string, recipe: string): ArchivedDocument;
  /** Gives the files their names; the document's own only if asked to. */
  place(withDocument: boolean): Promise<void>;
  /** Removes what has no name yet. */
  discard(): Promise<void>;
}

/** Renders a document with the files beside it. */
export async function stageDocument(
  session: Session,
  sink: Sink,
  { path, files, context }: { path: string; files: Staging; context: Context },
): Promise<StagedDocument> {
  const [source = "", project = "", fileName = ""] = path.split("/");
  const folder = assetFolder(fileName.slice(0, -sink.extension.length - 1));
  const assets = new Map<string, StagedFile>();
  const discardAssets = async () => {
    for (const asset of assets.values()) await asset.discard();
  };

  const sinkContext = present({
    ...context,
    index: sink.index && `../../index.${sink.extension}`,
    async asset(bytes: Uint8Array, mediaType: string) {
      const name = assetName(bytes, mediaType);
      if (!assets.has(name)) {
        const assetPath = `${source}/${project}/${folder}/${name}`;
        assets.set(name, await files.stage(assetPath, [bytes], context.signal));
      }
      return linkTo(folder, name);
    },
  });

  const document = await files
    .stage(path, sink.render(session, sinkContext), context.signal)
    .catch(async (error: unknown) => {
      await discardAssets();
      throw error;
    });
  return {
    path,
    sha256: document.sha256,
    record: (name, revision, recipe) => ({
      sink: name,
      ...factsOf(document),
      revision,
      recipe,
      ...(assets.size > 0 && { assets: [...assets.values()].map(factsOf) }),
    }),
    async place(withDocument) {
      // A document never stands there without the files that it shows.
      for (const asset of assets.values())
        if ((await files.sizeOf(asset.path)) !== asset.bytes) await asset.place();
      if (withDocument) await document.place();
    },
    async discard() {
      await discardAssets();
      await document.discard();
    },
  };
}

function factsOf({ path, bytes, sha256 }: StagedFile) {
  return { path, bytes, sha256 };
}
