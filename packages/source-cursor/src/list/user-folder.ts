import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { defined } from "@chatexport/core";
import { RowsBeside } from "@chatexport/core/source";
import type { Database } from "@chatexport/sqlite";
import type { Copy, Omitted, UnlocatedCopy } from "../conversation/copy.js";
import { ghostConversations } from "../diagnostics.js";
import { type ListContext, tryDatabase } from "../locate/contexts.js";
import { files } from "../locate/file-names.js";
import { entriesOf } from "../locate/folders.js";
import { knownFolders, transcriptSlugs } from "../workspaces/folder-names.js";
import { type Location, locationOfStorage } from "../workspaces/locations.js";
import { resolver, type StoreLocations } from "../workspaces/resolve-location.js";
import { EditorIndex } from "./editor-index.js";
import { addIndex } from "./index-rows.js";
import { isPseudoId, readComposers, type Scan } from "./list-composers.js";

/** The conversations of the editor's databases. */
export interface EditorListing {
  copies: Copy[];
  /** Conversations that are not listed, each id once. */
  omitted: Omitted[];
  /** The databases that exist, whether or not they could be read. */
  databases: string[];
  /** The folders of all workspaces, for stores that know only names derived from a path. */
  folders: Location[];
}

/**
 * The conversations of a `User` folder: of its global database, those of its profiles, and those of
 * its workspaces. `dotFolders` are the folders like `~/.cursor` whose transcripts may tell where a
 * conversation took place. Reports what hides conversations.
 */
export function listUserFolder(
  path: string,
  dotFolders: readonly string[],
  context: ListContext,
): EditorListing {
  const foldersIn = (name: string) => {
    const folder = join(path, name);
    return entriesOf(folder, context).folders.map((name) => join(folder, name));
  };
  const storages = foldersIn("workspaceStorage");
  const globals = [path, ...foldersIn("profiles")].map((folder) => join(folder, "globalStorage"));
  // A user may have put a folder together by hand.
  const databases = [path, ...globals, ...storages]
    .map((folder) => join(folder, files.database))
    .filter((database) => existsSync(database));
  return listEditor({ path, databases, storages, isWhole: true }, dotFolders, context);
}

/** The conversations of lone databases, together: one may know where those of another took place. */
export function listDatabases(
  databases: readonly string[],
  dotFolders: readonly string[],
  context: ListContext,
): EditorListing {
  const [path = ""] = databases;
  const storages = databases.map(dirname);
  return listEditor({ path, databases, storages, isWhole: false }, dotFolders, context);
}

interface Editor {
  /** The place to look, for the user. */
  path: string;
  databases: readonly string[];
  /** Folders of `workspaceStorage`. */
  storages: readonly string[];
  /** Nothing of the editor lies elsewhere. */
  isWhole: boolean;
}

function listEditor(
  editor: Editor,
  dotFolders: readonly string[],
  context: ListContext,
): EditorListing {
  const storages = locationsIn(editor.storages, context);
  const index = new EditorIndex(storages);
  const { found, omitted } = index;
  const readable = editor.databases.filter((path) =>
    read(path, context, (database) => addIndex(index, database, context)),
  );
  const entries = index.entriesById();
  const folders = [
    ...storages.values(),
    ...index.entries.flatMap(({ workspace }) => workspace?.location ?? []),
    ...index.projects.values(),
    // Where no workspace is left, as in a copy of the global database alone.
    ...(storages.size === 0 ? index.recent : []),
  ];
  const known: StoreLocations = {
    storages,
    projects: index.projects,
    members: index.locations(),
    slugOf: transcriptSlugs(dotFolders),
    folders: knownFolders(folders),
  };
  const ids = new Set<string>();
  for (const path of readable)
    read(path, context, (database) =>
      readComposers(database, { found, omitted, ids, index: entries, known, context }),
    );
  for (const { id } of [...found.map(({ copy }) => copy), ...omitted]) ids.add(id.toLowerCase());
  const gone = entriesAlone(entries, ids);
  for (const each of gone) omitted.push(each);
  const ghosts = gone.filter(({ reason }) => reason === "deleted").length;
  if (ghosts > 0) context.report(ghostConversations(editor.path, ghosts));

  const isUnlisted = index.unlistedTest(
    editor.isWhole && readable.length === editor.databases.length,
  );
  // Conversations in which nothing was said, where they are wanted and in no other place is more of them.
  const empty = unlessIn(found, omitted).flatMap(({ found }) => found ?? []);
  const copies = placed(found, found, known);
  const left = unlessIn([...found, ...empty], omitted);
  return {
    copies: [
      ...copies.map((copy) => defined({ ...copy, unlisted: isUnlisted(copy) || undefined })),
      // An empty conversation is not marked as unlisted: nothing is missing.
      ...placed(empty, [...found, ...empty], known),
    ],
    omitted: [...new Map(left.map((each) => [each.id.toLowerCase(), each])).values()],
    databases: [...editor.databases],
    folders,
  };
}

/** The places of workspaces, by the names of their folders. Reports what is unknown of them. */
function locationsIn(
  storages: readonly string[],
  { report }: Pick<ListContext, "report">,
): Map<string, Location> {
  const rows = new RowsBeside({}, { hasSettings: true });
  const locations = storages.flatMap((folder): [string, Location][] => {
    const location = locationOfStorage(folder, rows);
    return location ? [[basename(folder), location]] : [];
  });
  rows.report({ report });
  return new Map(locations);
}

/** The entries of an index of which no database has a conversation. */
function entriesAlone(entries: Scan["index"], ids: ReadonlySet<string>): Omitted[] {
  return [...entries].flatMap(([key, [entry]]): Omitted[] => {
    if (!entry || ids.has(key)) return [];
    const isDraft = entry.draft || isPseudoId(entry.id);
    return [{ id: entry.id, reason: isDraft ? "draft" : "deleted" }];
  });
}

/** Runs `work` on a state of a database; false when the database cannot be read. */
function read(path: string, context: ListContext, work: (database: Database) => void): boolean {
  const isRead = tryDatabase(path, context, (database) => {
    database.snapshot(() => work(database));
    return true;
  });
  return isRead ?? false;
}

/** Copies with where they took place, which all of the others may tell. */
function placed(
  found: readonly UnlocatedCopy[],
  all: readonly UnlocatedCopy[],
  known: StoreLocations,
): Copy[] {
  if (found.length === 0) return [];
  const resolve = resolver(
    all.map(({ clues }) => clues),
    known,
  );
  return found.map(({ copy }) => ({ ...copy, ...resolve(copy.id) }));
}

/** The conversations that are not handed out, without those of which a copy was found. */
function unlessIn(found: readonly UnlocatedCopy[], omitted: readonly Omitted[]): Omitted[] {
  const listed = new Set(found.map(({ copy }) => copy.id.toLowerCase()));
  return omitted.filter(({ id }) => !listed.has(id.toLowerCase()));
}
