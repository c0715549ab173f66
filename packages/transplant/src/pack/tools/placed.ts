import { readdirSync, statSync } from "node:fs";
import { basename, join, relative, sep } from "node:path";
import { contextFor, type JsonObject } from "@chatexport/core";
import { getOrAdd, objectOf, parseJson } from "@chatexport/core/read";
import type {
  PackedFiles,
  PackedPlace,
  PlacedFile,
  PlacedSession,
  PlacedStore,
} from "@chatexport/core/source";
import { ChangeError, type PathPair } from "@chatexport/relocate";
import {
  type Content,
  type PackablePlacedTool,
  placedElsewhere,
  rawChunks,
  wholeOf,
} from "@chatexport/relocate/records";
import { applyEdits, modify } from "jsonc-parser";
import { rowsOf } from "../list-rows.js";
import type { PackedTool, StoredSession } from "../packed-tool.js";

/** The path in records for the folder in which the tool keeps sessions of a project; a store with a name is in it. */
const packedStore = "/chatexport/store";

/** A tool whose source tells which fields of its files name folders, and which files a session has. */
export function placedTool({ title, source, storesOf, packed }: PackablePlacedTool): PackedTool {
  const { placesIn = (folder) => [folder] } = packed;
  const storesIn = (folder?: string) =>
    storesOf(
      folder === undefined ? {} : { roots: placesIn(folder) },
      contextFor({ report() {} }, {}),
    );
  return {
    ...{ title, packed },
    sessions: (_, folder) =>
      new Map(
        storesIn(folder).flatMap((store) =>
          store.sessions.flatMap((session) => {
            const stored = storedSession(session, store, packed);
            return stored ? [[session.id, stored] as const] : [];
          }),
        ),
      ),
    source: (roots) => source({ roots }),
    placeFor: packed.placeFor ?? ((folder) => placeIn(title, storesIn(), folder)),
  };
}

function storedSession(
  session: PlacedSession,
  store: PlacedStore,
  packed: PackedFiles,
): StoredSession | undefined {
  const { isOwn, settingsIn, rootsOf = ({ path }) => [path] } = packed;
  const { id, path, placedBy, within } = session;
  if (!within) return undefined;
  const nameOf = (file: string) =>
    packed.nameOf?.(file) ?? nameIn(store, relative(within.folder, file));
  if (!isOwn(nameOf(path), id)) return undefined;
  return {
    ...{ id, roots: rootsOf(session) },
    ownFolders: [{ from: within.folder, to: packedStoreOf(store) }],
    files(pairs) {
      const own = within.own
        .flatMap(filesIn)
        .map((file) => [nameOf(file), file] as const)
        .filter(([name]) => isOwn(name, id));
      const files = own.map(([name, file]): [string, Content] => {
        const content = contentOf(file, placedBy, pairs);
        if (!settingsIn || !name.endsWith(".json")) return [name, content];
        return [name, withoutFields(content, (json) => settingsIn(name, json))];
      });
      const rows = store.files.flatMap((list): [string, Content][] => {
        const row = rowIn(list, id, pairs);
        return row ? [[nameOf(list.path), () => [row]]] : [];
      });
      return new Map([...files, ...rows]);
    },
  };
}

/** The row of a session in a list of its tool. */
function rowIn(
  { rowId, ...list }: PlacedFile,
  id: string,
  pairs: readonly PathPair[],
): Buffer | undefined {
  if (rowId === undefined || !statSync(list.path, { throwIfNoEntry: false })) return undefined;
  return rowsOf(basename(list.path), wholeOf(placedElsewhere(list, pairs)), rowId, id);
}

function contentOf(
  path: string,
  placedBy: readonly PlacedFile[],
  pairs: readonly PathPair[],
): Content {
  const placed = placedBy.find((file) => file.path === path);
  return placed ? placedElsewhere(placed, pairs) : () => rawChunks(path);
}

/** The content of a JSON file without some fields; all else keeps every byte. */
function withoutFields(
  content: Content,
  fieldsIn: (json: JsonObject) => (string | number)[][],
): Content {
  return () => {
    const bytes = wholeOf(content);
    const paths = fieldsIn(objectOf(parseJson(bytes.toString())) ?? {});
    if (paths.length === 0) return [bytes];
    return [
      Buffer.from(
        paths.reduce(
          (text, path) => applyEdits(text, modify(text, path, undefined, {})),
          bytes.toString(),
        ),
      ),
    ];
  };
}

function nameIn({ name }: PlacedStore, path: string): string {
  return (name === undefined ? path : join(name, path)).replaceAll(sep, "/");
}

function packedStoreOf({ name }: PlacedStore): string {
  return name === undefined ? packedStore : `${packedStore}/${name}`;
}

/** The folder of a store for sessions of a project; undefined where nothing tells it. */
function folderIn({ root, folderName }: PlacedStore, project: string): string | undefined {
  return root && join(root, ...(folderName ? [folderName(project)] : []));
}

/** Pairs of folders in a pack and on this machine; the first store of a name counts. */
function ownFolders(stores: readonly PlacedStore[], project: string): PathPair[] {
  const folders = new Map<string, string>();
  for (const store of stores) {
    const to = folderIn(store, project);
    if (to !== undefined) getOrAdd(folders, packedStoreOf(store), () => to);
  }
  return Array.from(folders, ([from, to]) => ({ from, to }));
}

/** The place in the tool's own stores, of which the first one of a name counts. */
function placeIn(title: string, stores: readonly PlacedStore[], folder: string): PackedPlace {
  return {
    pathOf(name) {
      const [first = "", ...rest] = name.split("/");
      const store = stores.find(
        (each) => each.root !== undefined && (each.name === undefined || each.name === first),
      );
      const own = store && folderIn(store, folder);
      if (own === undefined) throw nowhere(title, stores, first);
      return join(own, ...(store?.name === undefined ? [first, ...rest] : rest));
    },
    ownFolders: ownFolders(stores, folder),
  };
}

function nowhere(title: string, stores: readonly PlacedStore[], name: string): ChangeError {
  const message = stores.some((store) => store.name !== undefined)
    ? `${title}: ${name} has no tasks on this machine. Begin one, and unpack again; or add --in claude.`
    : `${title} keeps sessions in a folder that you named: nothing tells where.`;
  return new ChangeError("failed", message);
}

/** The files at a path, which may be one. */
function filesIn(path: string): string[] {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return [path];
  const entries = readdirSync(path, { withFileTypes: true });
  // A link may lead anywhere.
  return entries.flatMap((entry) => {
    const inner = join(path, entry.name);
    return entry.isDirectory() ? filesIn(inner) : entry.isFile() ? [inner] : [];
  });
}
