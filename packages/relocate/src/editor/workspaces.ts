import { join } from "node:path";
import type { JsonObject } from "@chatexport/core";
import { attempt, objectOf, parseJson, readTextFile } from "@chatexport/core/read";
import {
  comparablePath,
  entriesOf,
  files,
  folders,
  pathOfAnyUri,
  platformOf,
  statOf,
  workspaceFields,
  workspaceId,
} from "@chatexport/source-cursor/paths";
import type { StoreMove } from "../move/move.js";
import { isWithin, type PathMap } from "../move/path-map.js";
import type { Note } from "../move/store-plan.js";
import { folderNotHere, nameTaken, remoteWorkspaces } from "./notes.js";
import { damageOf } from "./plan-files.js";

/** An editor that stores what it knows as VS Code does. */
interface Editor {
  /** Its `User` folder. */
  path: string;
  /** As people call it. */
  title: string;
}

/** A folder in `workspaceStorage`. */
interface Workspace {
  /** The name of the folder. */
  id: string;
  folder: string;
  /** The folder or `.code-workspace` file that it stands for, on this machine; undefined for other windows. */
  path?: string;
  /** The time when its database was changed last, in ms; 0 without one. */
  used: number;
}

/** The folders of `workspaceStorage` that stand for one folder after the move. */
export interface WorkspaceGroup {
  /** The later place of what they stand for. */
  path: string;
  /** In the order of their use, the newest first. */
  members: Workspace[];
  /** The one that the others go into; its folder then gets the name `id`. */
  host: Workspace;
  id: string;
}

/**
 * Looks which folders of `workspaceStorage` stand for something that moves; `known` are the paths that all of
 * them stand for, on this machine.
 */
export function findWorkspaces(
  editor: Editor,
  map: PathMap,
  move: StoreMove,
): { groups: WorkspaceGroup[]; known: string[]; notes: Note[] } {
  const root = join(editor.path, folders.workspaces);
  const notes: Note[] = [];
  const all = entriesOf(root).folders.map((id) => workspaceAt(join(root, id), id));
  const surroundings = { editor, move, notes, all };
  const remote = all.filter(({ remote }) => remote !== undefined && map.path(remote) !== undefined);
  if (remote.length > 0) notes.push(remoteWorkspaces(root, remote.length, editor.title));
  const moving = new Map<string, { path: string; members: Workspace[] }>();
  for (const workspace of all) {
    const path = workspace.path === undefined ? undefined : map.path(workspace.path);
    if (path === undefined) continue;
    const group = moving.get(comparablePath(path)) ?? { path, members: [] };
    group.members.push(workspace);
    moving.set(comparablePath(path), group);
  }
  for (const resident of all) {
    const { path } = resident;
    if (path === undefined || map.path(path) !== undefined) continue;
    const group = moving.get(comparablePath(path));
    if (group) group.members.push(resident);
    else if (isLeftover(resident, path, surroundings))
      moving.set(comparablePath(path), { path, members: [resident] });
  }
  const groups = [...moving.values()].flatMap(({ path, members }) =>
    groupsOf(path, members, surroundings),
  );
  return { groups, known: all.flatMap(({ path }) => path ?? []), notes };
}

/** True when a folder stands for one in the new place, but under another name than the editor gives that. */
function isLeftover({ id }: Workspace, path: string, { editor, move }: Surroundings): boolean {
  if (!move.pairs.some(({ to }) => isWithin(path, to))) return false;
  const own = idOf(path, editor.path, move);
  return own !== undefined && own !== id;
}

/** The name that the editor gives the folder of a workspace; undefined when that is not on this machine. */
function idOf(path: string, userFolder: string, move: StoreMove): string | undefined {
  const system = move.home === undefined ? move.system.platform : "linux";
  return workspaceId(path, move.statOf(path), platformOf(userFolder, system));
}

function workspaceAt(folder: string, id: string): Workspace & { remote?: string } {
  const database = join(folder, files.database);
  // The last changes may still be in the write-ahead log alone.
  const times = [database, `${database}-wal`].map((path) => statOf(path)?.mtimeMs ?? 0);
  const used = Math.max(...times);
  // A window without a folder has no such file.
  const json = jsonAt(join(folder, files.workspace));
  for (const field of workspaceFields) {
    const { path, remote } = pathOfAnyUri(json?.[field]);
    if (path === undefined) continue;
    return remote === undefined ? { id, folder, used, path } : { id, folder, used, remote: path };
  }
  return { id, folder, used };
}

interface Surroundings {
  editor: Editor;
  move: StoreMove;
  notes: Note[];
  /** All folders of `workspaceStorage`. */
  all: readonly Workspace[];
}

/** Those whose databases are damaged are left out of the others, and keep their names. */
function groupsOf(
  path: string,
  members: Workspace[],
  surroundings: Surroundings,
): WorkspaceGroup[] {
  const group = groupOf(path, members, surroundings);
  if (members.length === 1) return [group];
  const damaged = members.filter((member) => {
    const database = join(member.folder, files.database);
    const note = statOf(database) && damageOf(database);
    if (note) surroundings.notes.push({ ...note, code: "not-merged" });
    return note !== undefined;
  });
  if (damaged.length === 0) return [group];
  const alone = (member: Workspace) => ({ path, members: [member], host: member, id: member.id });
  // Nothing is merged into a folder with an unreadable database.
  if (damaged.includes(group.host)) return members.map(alone);
  const whole = members.filter((member) => !damaged.includes(member));
  return [{ ...group, members: whole }, ...damaged.map(alone)];
}

function groupOf(
  path: string,
  members: Workspace[],
  { editor, move, notes, all }: Surroundings,
): WorkspaceGroup {
  const id = idOf(path, editor.path, move);
  const occupant = all.find((workspace) => workspace.id === id && !members.includes(workspace));
  // The editor has made the folder, and only its `workspace.json` is missing.
  if (occupant && occupant.path === undefined) members.push(occupant);
  members.sort((a, b) => b.used - a.used);
  const newest = members[0] as Workspace;
  if (id === undefined) {
    notes.push(folderNotHere(newest.folder, path, editor.title));
    const host = members.find((member) => member.path && isWithin(member.path, path)) ?? newest;
    return { path, members, host, id: host.id };
  }
  if (occupant?.path !== undefined) {
    notes.push(nameTaken(occupant.folder, editor.title));
    return { path, members, host: newest, id: newest.id };
  }
  return { path, members, host: members.find((member) => member.id === id) ?? newest, id };
}

/** The object that a JSON file holds; undefined for a file that cannot be read, or holds none. */
export function jsonAt(path: string): JsonObject | undefined {
  return objectOf(parseJson(attempt(() => readTextFile(path))));
}
