import { dirname, join, parse } from "node:path";
import type { Context, Sink, SinkContext } from "@chatexport/core";
import { assetFolder, assetName, linkTo } from "./assets.js";
import { openAtomic, writeAtomic } from "./atomic-file.js";
import { openFolders } from "./folders.js";
import { everything, following, nothingToWrite, plainJob, type Target } from "./target.js";

/** One file that holds all documents, one after another; their images lie in a folder beside it. */
export async function fileTarget(path: string, sinks: readonly Sink[]): Promise<Target> {
  const folders = await openFolders(dirname(path));
  const file = await openAtomic(path);
  const folder = assetFolder(parse(path).name);
  let empty = true;

  return {
    plan: async (listed) => everything(listed, sinks),
    jobFor: plainJob,
    begin: async ({ session }, _, context) => ({
      async render(sink) {
        const content = sink.render(session, withAssets(context));
        await file.append(empty ? content : following(sink, content), context.signal);
        empty = false;
        return { sink: sink.name };
      },
    }),
    take: nothingToWrite,
    async close(complete) {
      try {
        if (!complete || empty) return {};
        await file.sync();
        return { file: await file.commit() };
      } finally {
        await file.discard();
      }
    },
  };

  function withAssets(context: Context): SinkContext {
    return {
      ...context,
      async asset(bytes, mediaType) {
        const name = assetName(bytes, mediaType);
        await writeAtomic(join(await folders.make(folder), name), [bytes], context.signal);
        return linkTo(folder, name);
      },
    };
  }
}
