import { join } from "node:path";
import { entriesOf } from "../folders.js";

/**
 * The folder in `projects` that has a transcript of a conversation, for each dot folder (`~/.cursor`).
 * The folders are looked at when the first conversation is asked for.
 */
export function transcriptSlugs(dotFolders: readonly string[]): (id: string) => string | undefined {
  let slugs: Map<string, string> | undefined;
  return (id) => {
    slugs ??= findSlugs(dotFolders);
    return slugs.get(id.toLowerCase());
  };
}

function findSlugs(dotFolders: readonly string[]): Map<string, string> {
  const slugs = new Map<string, string>();
  for (const folder of dotFolders)
    for (const slug of entriesOf(join(folder, "projects")).folders) {
      const { folders, files } = entriesOf(join(folder, "projects", slug, "agent-transcripts"));
      for (const name of [...folders, ...files.map((file) => file.replace(/\.[a-z]+$/, ""))]) {
        const id = name.toLowerCase();
        // A window that had no folder yet keeps its copy.
        if (!slugs.has(id) || slugs.get(id) === "empty-window") slugs.set(id, slug);
      }
    }
  return slugs;
}
