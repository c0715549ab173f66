import { createHash } from "node:crypto";
import { join } from "node:path";
import { once } from "@chatexport/core/read";
import { entriesOf } from "../locate/folders.js";
import type { Location } from "./locations.js";

/** The folders of all workspaces, to be found again by the names that Cursor derives from their paths. */
export interface KnownFolders {
  /** By the name of a folder in `~/.cursor/projects`, unless several folders lead to one name. */
  folderOfSlug(slug: string): Location | undefined;
  /** By the name of a folder in `~/.cursor/chats`: the MD5 of the path. */
  folderOfHash(hash: string): Location | undefined;
  /** The innermost folder that a path lies in. */
  folderAround(path: string): Location | undefined;
}

/** An index of folders; a slug cannot be decoded, so the paths are encoded. */
export function knownFolders(locations: Iterable<Location>): KnownFolders {
  const byPath = new Map<string, Location>();
  const bySlug = new Map<string, Location | undefined>();
  const byHash = new Map<string, Location>();
  // A path of this machine wins over the same path on another one.
  const localFirst = [...locations].sort((a, b) => Number(isRemote(a)) - Number(isRemote(b)));
  for (const location of localFirst) {
    const { cwd } = location;
    if (cwd === undefined || byPath.has(comparable(cwd))) continue;
    byPath.set(comparable(cwd), location);
    const slug = slugOf(cwd);
    bySlug.set(slug, bySlug.has(slug) ? undefined : location);
    for (const hash of hashesOf(cwd)) byHash.set(hash, location);
  }
  return {
    folderOfSlug: (slug) => bySlug.get(slugOf(slug)),
    folderOfHash: (hash) => byHash.get(hash.toLowerCase()),
    folderAround(path) {
      if (byPath.size === 0) return undefined;
      let at = comparable(path);
      for (;;) {
        const location = byPath.get(at);
        if (location) return location;
        const slash = at.lastIndexOf("/");
        // The root of a file system or a drive is no project.
        if (slash <= 0 || at[slash - 1] === ":") return undefined;
        at = at.slice(0, slash);
      }
    },
  };
}

/**
 * The name that Cursor gives a folder's path in `~/.cursor/projects`. Versions differ in the
 * characters that become "-" (only "/" and ":", or all but letters and digits) and in the case of
 * drives, so that this is for comparing: apply it to both sides.
 */
export function slugOf(path: string): string {
  return path
    .normalize("NFC")
    .replace(/[^A-Za-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .toLowerCase();
}

function isRemote({ project }: Location): boolean {
  return project?.uri !== undefined;
}

/** One spelling for paths that lead to the same folder; of paths of Windows case does not count. */
export function comparable(path: string): string {
  const text = path.normalize("NFC");
  const isWindows = /^(?:[A-Za-z]:|\\\\)/.test(text);
  const slashes = isWindows ? text.replaceAll("\\", "/").toLowerCase() : text;
  return slashes.endsWith("/") && slashes.length > 1 ? slashes.slice(0, -1) : slashes;
}

/** The names that Cursor may give a folder in `chats`: the MD5 of its path, with either case of a drive. */
export function hashesOf(path: string): string[] {
  const [drive = "", rest] = [path.slice(0, 1), path.slice(1)];
  const isWindows = /^[a-z]:/i.test(path);
  const spellings = isWindows ? [drive.toLowerCase() + rest, drive.toUpperCase() + rest] : [path];
  return spellings.map((spelling) => createHash("md5").update(spelling).digest("hex"));
}

/** The folder in `projects` of a dot folder that has a transcript of a conversation; looked for when asked. */
export function transcriptSlugs(dotFolders: readonly string[]): (id: string) => string | undefined {
  const slugs = once(() => {
    const found = new Map<string, string>();
    for (const folder of dotFolders)
      for (const slug of entriesOf(join(folder, "projects")).folders) {
        const { folders, files } = entriesOf(join(folder, "projects", slug, "agent-transcripts"));
        for (const name of [...folders, ...files.map((file) => file.replace(/\.[a-z]+$/, ""))]) {
          const id = name.toLowerCase();
          // A window that had no folder yet keeps its copy.
          if (!found.has(id) || found.get(id) === "empty-window") found.set(id, slug);
        }
      }
    return found;
  });
  return (id) => slugs().get(id.toLowerCase());
}
