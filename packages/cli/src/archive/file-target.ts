import { dirname, parse } from "node:path";
import { withAssets } from "./assets.js";
import { openAtomic } from "./atomic-file.js";
import { openFolders } from "./folders.js";
import { following, type Target } from "./target.js";

/** One file that holds all documents, one after another. */
export async function fileTarget(path: string): Promise<Target> {
  const folders = await openFolders(dirname(path));
  const file = await openAtomic(path);
  let empty = true;

  return {
    async write({ session, sink, context }) {
      const content = sink.render(session, withAssets(context, folders, [], parse(path).name));
      await file.append(empty ? content : following(sink, content), context.signal);
      empty = false;
      return undefined;
    },
    async close(complete) {
      if (complete && !empty) return file.commit();
      await file.discard();
      return undefined;
    },
  };
}
