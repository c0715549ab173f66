import { basename, join } from "node:path";
import { chatsFolderNames, folders } from "@chatexport/source-cursor/paths";
import type { PathMap } from "../path-map.js";
import type { Note, Rename } from "../store-plan.js";
import { foldersBelow } from "./disk-folders.js";
import { type DotFolder, directoryOf } from "./dot-folder.js";

/** The folders of `chats` that get another name: the MD5 of a directory in the project. */
export function movedChats(dotFolder: DotFolder, map: PathMap, known: readonly string[]): Rename[] {
  const moving = known.filter((path) => map.path(path) !== undefined);
  // Old versions left nothing but the hash, so that every folder of the project is asked.
  let onDisk: string[] | undefined;
  const directories = () => {
    onDisk ??= map.pairs.flatMap(directoriesOf);
    return onDisk;
  };
  return [...dotFolder.chats].flatMap(([name, chats]) => {
    const directory = directoryOf(name, chats, moving) ?? directoryOf(name, [], directories());
    const moved = directory === undefined ? undefined : map.path(directory);
    if (directory === undefined || moved === undefined) return [];
    // Of Windows in the case of the drive that the old one has.
    const spelling = Math.max(chatsFolderNames(directory).indexOf(name.toLowerCase()), 0);
    const to = chatsFolderNames(moved)[spelling] ?? name;
    return [
      {
        from: join(dotFolder.path, folders.chats, name),
        to: join(dotFolder.path, folders.chats, to),
      },
    ];
  });
}

/**
 * Says which chats go on naming the old directory: it stands in what was said alone, where no `meta.json` has
 * it, and no workspace tells what the name of the new folder stands for.
 */
export function unnamedChats(
  { chats }: DotFolder,
  moved: readonly Rename[],
  map: PathMap,
  workspaces: readonly string[],
): Note[] {
  const known = new Set(workspaces.flatMap((path) => chatsFolderNames(map.path(path) ?? path)));
  return moved.flatMap(({ from, to }): Note[] => {
    const sessions = chats.get(basename(from)) ?? [];
    const count = sessions.filter(({ cwd }) => cwd === undefined).length;
    if (count === 0 || known.has(basename(to))) return [];
    const message = `${count} of the chats in it have no meta.json that says where they took place: Cursor finds them in the new folder, but here they are listed under the old one, which stands in what was said.`;
    return [{ code: "place-in-content", message, path: to }];
  });
}

function directoriesOf({ from, to }: { from: string; to: string }): string[] {
  return [
    from,
    ...foldersBelow(from),
    ...foldersBelow(to).map((path) => from + path.slice(to.length)),
  ];
}
