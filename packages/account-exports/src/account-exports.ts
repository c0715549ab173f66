import { readdirSync, statSync } from "node:fs";
import { basename, dirname, extname, join, relative, sep } from "node:path";
import {
  type Context,
  compareStrings,
  contextFor,
  type Defined,
  errorCode,
  type JsonObject,
  messageOf,
  nonEmpty,
  present,
  type Session,
  type SessionRef,
  type Store,
} from "@chatexport/core";
import {
  addToList,
  isMissing,
  readBytes,
  unreadableFile,
  unreadableFolder,
} from "@chatexport/core/read";
import { revisionOf } from "@chatexport/core/source";
import { emptyConversation, foreignExport, unreadableZip } from "./diagnostics.js";
import {
  type ExportedAt,
  type ExportedConversation,
  type IdOf,
  readConversation,
  readConversations,
} from "./exported-conversations.js";
import { isZipFile, zipFiles } from "./zip-files.js";

/** The place of a conversation, as its ref carries it from listing to loading. */
export interface ExportLocator extends ExportedAt {
  format: string;
  /** The places of earlier exports that hold it. */
  copies?: ExportedAt[];
}

/** Facts that a conversation gives about itself, in listing and in loading alike. */
export type ExportHead = Defined<Pick<Session, "title" | "titleFrom" | "startedAt" | "updatedAt">>;

/** The traits of a vendor's exports: lists of conversations in JSON. */
export interface ExportParts {
  /** The name of the source. */
  name: string;
  /** The shape of its exports: "claude-ai/export". */
  format: string;
  /** As people call it: "claude.ai". */
  vendor: string;
  /** True when a file holds conversations, by its name. */
  isList(name: string): boolean;
  /** True when a folder may be an export beside others, by its name. */
  isFolder(name: string): boolean;
  /** Fields that no other vendor's conversations have; the first is near the beginning of each list. */
  ownNames: readonly string[];
  idOf: IdOf;
  /** Title and times of a conversation. */
  headOf(data: JsonObject): ExportHead;
  /** True when nothing was said in it. */
  isEmpty(data: JsonObject): boolean;
}

/** The exports of a vendor at some roots: unpacked, or in the ZIP files in which they were downloaded. */
export interface AccountExports {
  /**
   * The conversations of all exports. What several hold is listed once, as it was last. Reports what hides
   * conversations; roots without an export hold none. With `empty` it lists those, too, in which nothing was said.
   */
  list(empty: boolean, context: Context): Promise<SessionRef<ExportLocator>[]>;
  /** The lists of conversations with the number of these, and the roots without any. */
  stores(empty: boolean, context: Context): Promise<Store[]>;
  /** The folders and ZIP files with conversations. */
  folders(context: Context): Promise<string[]>;
  /** Reads one conversation again. Rejects when it is not there any more. */
  read(id: string, location: ExportedAt, context: Context): Promise<ExportedConversation>;
  /** The path of the content of a file of an export; see `ZipFiles`. */
  contentOf(path: string, context: Context): Promise<string>;
  /** Removes what was unpacked. */
  close(): void;
}

/** The conversation as one export holds it. */
interface Version {
  id: string;
  head: ExportHead;
  location: ExportedAt;
  isEmpty: boolean;
}

/** Finds the exports of a vendor at some roots. */
export function accountExports(parts: ExportParts, roots: readonly string[]): AccountExports {
  const { name, format, vendor } = parts;
  const zips = zipFiles();

  const listsAt = async (root: string, { report }: Pick<Context, "report">): Promise<string[]> => {
    if (!isZipFile(root)) return listsIn(root, parts, report);
    const paths = await zips.filesIn(root);
    return paths.filter((path) => isListIn(relative(root, path), parts)).sort(compareStrings);
  };

  const allLists = async (places: readonly string[], { report }: Context): Promise<string[]> => {
    const lists = new Set<string>();
    for (const root of places)
      try {
        const found = await listsAt(root, { report });
        if (found.length === 0 && isZipFile(root)) report(foreignExport(root, vendor));
        for (const path of found) lists.add(path);
      } catch (cause) {
        const unreadable = isZipFile(root) ? unreadableZip : unreadableFile;
        if (!isMissing(cause)) report(unreadable(root, cause));
      }
    return [...lists];
  };

  const versionsIn = async (path: string, empty: boolean, context: Context): Promise<Version[]> => {
    const versions: Version[] = [];
    let content: string | undefined;
    try {
      content = await zips.contentOf(path, context);
      for await (const { id, location, data } of readConversations(
        { path, content },
        parts,
        context,
      )) {
        const isEmpty = parts.isEmpty(data);
        if (!isEmpty || empty) versions.push({ id, head: parts.headOf(data), location, isEmpty });
        else context.report(emptyConversation(path, `/${location.index}`));
      }
    } catch (cause) {
      context.signal.throwIfAborted();
      const unreadable = content === undefined ? unreadableZip : unreadableFile;
      context.report(unreadable(path, cause));
    }
    return versions;
  };

  const listed = async (places: readonly string[], empty: boolean, context: Context) => {
    const versions = new Map<string, Version[]>();
    for (const path of await allLists(places, context))
      for (const version of await versionsIn(path, empty, context))
        addToList(versions, version.id, version);
    return [...versions.values()].map((all) => refOf(withoutEmpty(all), name, format));
  };

  const storeAt = async (path: string, empty: boolean, { signal }: Context): Promise<Store> => {
    // What is wrong with it is told by listing.
    let reason: string | undefined;
    const report = ({ code, message }: { code: string; message: string }) => {
      if (code.startsWith("unreadable-")) reason = message;
    };
    const silent = contextFor({ report, signal }, {});
    const versions = await versionsIn(path, empty, silent);
    if (reason !== undefined) return { path, format, found: true, readable: false, reason };
    const sessions = new Set(versions.map(({ id }) => id)).size;
    return { path, format, found: true, readable: true, sessions };
  };

  return {
    list: (empty, context) => listed(roots, empty, context),
    async stores(empty, context) {
      const stores: Store[] = [];
      for (const root of roots)
        try {
          const lists = await listsAt(root, contextFor({}, {}));
          for (const path of lists) stores.push(await storeAt(path, empty, context));
          if (lists.length > 0) continue;
          stores.push({ path: root, format, found: true, readable: true, sessions: 0 });
        } catch (cause) {
          context.signal.throwIfAborted();
          const found = !isMissing(cause);
          stores.push({ path: root, format, found, readable: false, reason: messageOf(cause) });
        }
      return stores;
    },
    async folders({ signal }) {
      const lists = await allLists(roots, contextFor({ signal }, {}));
      return [...new Set(lists.map((path) => dirname(path)))];
    },
    async read(id, location, context) {
      context.signal.throwIfAborted();
      const content = await zips.contentOf(location.path, context);
      return readConversation(id, location, content, parts.idOf);
    },
    contentOf: zips.contentOf,
    close: zips.close,
  };
}

/**
 * The lists at a root: the file itself, the folder that an export was unpacked to, or a folder that holds such
 * folders. Throws when the root cannot be read.
 */
function listsIn(
  root: string,
  { isList, isFolder, ownNames }: ExportParts,
  report: Context["report"],
): string[] {
  if (!statSync(root).isDirectory())
    return isList(basename(root)) || isMarked(root, ownNames[0]) ? [root] : [];
  const names = readdirSync(root).sort(compareStrings);
  const folders = names.filter(isFolder).map((name) => join(root, name));
  const inFolders = folders.flatMap((folder) => filesOf(folder, report));
  const paths = [...names.map((name) => join(root, name)), ...inFolders];
  return paths.filter((path) => isList(basename(path)) && isFile(path));
}

function filesOf(folder: string, report: Context["report"]): string[] {
  try {
    return readdirSync(folder)
      .sort(compareStrings)
      .map((name) => join(folder, name));
  } catch (cause) {
    const isFolder = !isMissing(cause) && errorCode(cause) !== "ENOTDIR";
    if (isFolder) report(unreadableFolder(folder, cause));
    return [];
  }
}

/** True when a file in a ZIP file is a list, which may be in one folder there. */
function isListIn(inner: string, { isList }: ExportParts): boolean {
  return inner.split(sep).length <= 2 && isList(basename(inner));
}

/** A file may have been renamed; but other sources have JSON files of their own. */
function isMarked(path: string, mark = ""): boolean {
  if (extname(path) !== ".json") return false;
  const text = readBytes(path, 0, 64 * 1024).toString();
  return /^\uFEFF?\s*\[/.test(text) && text.includes(`"${mark}"`);
}

/** True when there is a file; a path that cannot be looked at counts, and reading it reports why. */
function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch (cause) {
    return !isMissing(cause);
  }
}

/** Content that one export has lost, another may still have. */
function withoutEmpty(versions: Version[]): Version[] {
  return nonEmpty(versions.filter((version) => !version.isEmpty)) ?? versions;
}

function refOf(versions: Version[], source: string, format: string): SessionRef<ExportLocator> {
  const [latest, ...others] = versions.sort(latestFirst) as [Version, ...Version[]];
  const { id, head, location } = latest;
  const { titleFrom: _, ...listed } = head;
  const copies = nonEmpty(others.map((other) => other.location));
  // Each change of a conversation changes its time, so its text need not be hashed.
  const states = versions.map((version) => [version.head.updatedAt, version.location.length]);
  return {
    id,
    source,
    ...listed,
    ...(latest.isEmpty && { listedBy: "empty" as const }),
    bytes: versions.reduce((sum, version) => sum + version.location.length, 0),
    revision: revisionOf([], id, states),
    locator: present({ format, ...location, copies }),
  };
}

function latestFirst(a: Version, b: Version): number {
  return (
    compareStrings(b.head.updatedAt ?? "", a.head.updatedAt ?? "") ||
    b.location.length - a.location.length ||
    compareStrings(a.location.path, b.location.path) ||
    a.location.start - b.location.start
  );
}
