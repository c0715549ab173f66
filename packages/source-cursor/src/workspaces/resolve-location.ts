import { type JsonObject, present } from "@chatexport/core";
import { groupBy, listOf, objectOf, textOf } from "@chatexport/core/read";
import { pathOfAnyUri } from "../values/uri.js";
import type { KnownFolders } from "./folder-names.js";
import {
  type Location,
  locationOfFolder,
  locationOfPath,
  locationOfWorkspace,
} from "./locations.js";

/** The workspace that a record names: by the folder in `workspaceStorage`, by a URI, or by both. */
export interface WorkspaceReference {
  /** Name of a folder in `workspaceStorage`, a number of a window, or "empty-window". */
  id?: string;
  location?: Location;
}

/** The clues in the records of a conversation to the folder that it took place in. */
export interface Clues {
  id: string;
  /** Its row in the table `composerHeaders` (3.12 on). */
  row?: WorkspaceReference;
  /** Its own JSON. */
  own?: WorkspaceReference;
  /** Its entry in the row `composer.composerHeaders` (3.0 on). */
  entry?: WorkspaceReference;
  /** The workspace whose own database holds it. */
  storage?: Location;
  parentId?: string;
  /** The repository or worktree that Cursor tracked for it. */
  repository?: Location;
  /** The known folder that most of its files lie in. */
  around?: Location;
}

/** The facts in the rest of the store. Ids of conversations are in lower case. */
export interface StoreLocations {
  /** By the folder in `workspaceStorage`. */
  storages: ReadonlyMap<string, Location>;
  /** By conversation, from the projects of the agents' window (3.9 on). */
  projects: ReadonlyMap<string, Location>;
  /** By conversation, from the workspaces that list it or have it open. */
  members: ReadonlyMap<string, Location>;
  /** The folder in `~/.cursor/projects` that has a transcript of the conversation. */
  slugOf(id: string): string | undefined;
  folders: KnownFolders;
}

/** The place of a conversation, and if that was concluded from its files. */
interface Resolved extends Location {
  projectInferred?: true;
}

type Step = (
  clues: Clues,
  known: StoreLocations,
  parent: (id: string) => Location | undefined,
) => Resolved | undefined;

/** The most reliable first; without any of them the conversation belongs to no folder. */
const steps: readonly Step[] = [
  ({ row }, { storages }) => locationOfReference(row, storages),
  ({ own }, { storages }) => locationOfReference(own, storages),
  ({ entry }, { storages }) => locationOfReference(entry, storages),
  ({ id }, { projects }) => projects.get(id.toLowerCase()),
  ({ id }, { members }) => members.get(id.toLowerCase()),
  ({ storage }) => storage,
  ({ parentId }, _, parent) => (parentId === undefined ? undefined : parent(parentId)),
  ({ id }, { slugOf, folders }) => folders.folderOfSlug(slugOf(id.toLowerCase()) ?? ""),
  ({ repository }) => repository,
  ({ around }) => around && { ...around, projectInferred: true },
];

/** True when a conversation's own clues say where it took place, so that its files need not be asked. */
export function isLocated(clues: Clues, known: StoreLocations): boolean {
  return steps.some((step) => step(clues, known, () => undefined) !== undefined);
}

/** Finds where each conversation took place; one that is not among the clues took place nowhere. */
export function resolver(clues: Iterable<Clues>, known: StoreLocations): (id: string) => Resolved {
  const byId = groupBy(clues, ({ id }) => id.toLowerCase());
  const resolve = (id: string, children: ReadonlySet<string>): Resolved => {
    const key = id.toLowerCase();
    // Records may name each other as parents.
    if (children.has(key)) return {};
    const parent = (parentId: string) => {
      const found = resolve(parentId, new Set([...children, key]));
      return (found.cwd ?? found.project) ? found : undefined;
    };
    const own = byId.get(key) ?? [];
    for (const step of steps)
      for (const each of own) {
        const found = step(each, known, parent);
        if (found) return found;
      }
    return {};
  };
  return (id) => resolve(id, new Set());
}

/** The folder of the URI, else the one that the folder in `workspaceStorage` belongs to. */
export function locationOfReference(
  reference: WorkspaceReference | undefined,
  storages: ReadonlyMap<string, Location>,
): Location | undefined {
  return reference?.location ?? storages.get(reference?.id ?? "");
}

/** `{ id, uri }` of one folder, or `{ id, configPath }` of a workspace of several. */
export function referenceOf(identifier: unknown, id?: string): WorkspaceReference | undefined {
  const object = objectOf(identifier);
  const location = locationOfWorkspace(object?.uri ?? object?.configPath);
  const name = id ?? textOf(object?.id);
  if (name === undefined && location === undefined) return undefined;
  return present({ id: name, location });
}

/** The repository that Cursor tracked for a composer, else its worktree (2026 on). */
export function repositoryOf(data: JsonObject): Location | undefined {
  const [tracked] = listOf(data.trackedGitRepos) ?? [];
  const { worktreePath } = objectOf(data.gitWorktree) ?? {};
  const path = textOf(objectOf(tracked)?.repoPath) ?? textOf(worktreePath);
  return path === undefined ? undefined : (locationOfFolder(path) ?? locationOfPath(path));
}

/** Enough to tell which folder most of the files lie in. */
const mostFiles = 20;

/** The known folder that most of the files that a composer names lie in. */
export function folderAroundFiles(data: JsonObject, folders: KnownFolders): Location | undefined {
  const hits = new Map<Location, number>();
  for (const uri of filesOf(data).slice(0, mostFiles)) {
    const { path } = pathOfAnyUri(uri);
    const folder = path === undefined ? undefined : folders.folderAround(path);
    if (folder) hits.set(folder, (hits.get(folder) ?? 0) + 1);
  }
  return [...hits].sort(([, a], [, b]) => b - a)[0]?.[0];
}

function filesOf(data: JsonObject): unknown[] {
  const context = objectOf(data.context);
  const lists = [data.newlyCreatedFiles, context?.fileSelections, context?.folderSelections];
  const maps = [data.codeBlockData, data.originalFileStates];
  return [
    ...lists.flatMap((list) => (listOf(list) ?? []).map((item) => objectOf(item)?.uri)),
    ...maps.flatMap((map) => Object.keys(objectOf(map) ?? {})),
  ];
}
