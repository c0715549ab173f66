import { dirname, join, parse } from "node:path";
import type { Context, Sink, SinkContext } from "@chatexport/core";
import { assetFolder, assetName, linkTo } from "./assets.js";
import { openAtomic, writeAtomic } from "./atomic-file.js";
import { openFolders } from "./folders.js";
import { everything, following, type Target } from "./target.js";

/** One file that holds all documents, one after another; their images lie in a folder beside it. */
export async function fileTarget(path: string, sinks: readonly Sink[]): Promise<Target> {
  const folders = await openFolders(dirname(path));
  const file = await openAtomic(path);
  const folder = assetFolder(parse(path).name);
  let empty = true;

  return {
    plan: async (listed) => everything(listed, sinks),
    take: async ({ session }, _, context) => ({
      async write(sink) {
        const content = sink.render(session, withAssets(context));
        await file.append(empty ? content : following(sink, content), context.signal);
        empty = false;
        return { sink: sink.name };
      },
    }),
    async close(complete) {
      if (complete && !empty) return { file: await file.commit() };
      await file.discard();
      return {};
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
