import { join } from "node:path";
import { withAssets } from "./assets.js";
import { writeAtomic } from "./atomic-file.js";
import { openFolders } from "./folders.js";
import type { Document, Target } from "./target.js";

/** A folder with one file per session: `<source>/<project>/<name>.<extension>`. */
export async function folderTarget(root: string): Promise<Target> {
  const folders = await openFolders(root);

  const pathOf = ({ sink, name }: Pick<Document, "sink" | "name">) =>
    join(root, name.source, name.project, `${name.name}.${sink.extension}`);

  return {
    pathOf,
    async write({ session, sink, name, context }) {
      const parents = [name.source, name.project];
      await folders.make(...parents);
      const content = sink.render(session, withAssets(context, folders, parents, name.name));
      return writeAtomic(pathOf({ sink, name }), content, context.signal);
    },
  };
}
