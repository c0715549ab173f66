import { readdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import {
  addTallies,
  type Context,
  contextFor,
  type Diagnostic,
  defined,
  type SessionRef,
  type Store,
  type Tally,
} from "@chatexport/core";
import { addToList, isLinesName, jsonLines, TallyCounter } from "@chatexport/core/read";
import { storesOf } from "@chatexport/core/source";
import { unownedRows } from "../formats/history/list-history.js";
import { type Locator, placeOf } from "../head/locator.js";
import type { ConfigFolder } from "../locate/contents.js";
import { findStores } from "../locate/find-stores.js";
import type { Root } from "../locate/roots.js";
import { findUnownedFiles, type UnownedFiles } from "../side-files/unowned-files.js";
import { type ListOptions, listSessionsAt } from "./list-sessions.js";

/**
 * The store at each root: whether it exists, whether it can be read, its contents and for how long
 * they are kept, and with `count` the fate of the records that no session owns. Places are listed
 * together, for what belongs together may lie in several.
 */
export async function storesAt(
  roots: readonly Root[],
  options: ListOptions & { count: boolean },
  context: Context,
): Promise<Store[]> {
  // What is wrong with single files is told by listing them.
  const hidden: Diagnostic[] = [];
  const report = (diagnostic: Diagnostic) => void hidden.push(diagnostic);
  const silent = contextFor({ signal: context.signal, report }, {});
  const { client, empty, retentionOf } = options;
  const refs = await listSessionsAt(roots, { client, empty, retentionOf }, silent);
  const contents = findStores(roots, contextFor({ signal: context.signal }, {}), client);
  const { configFolders } = contents;
  const unowned = options.count ? unownedRecords(configFolders, refs, hidden) : [];
  const unownedFiles = options.count ? findUnownedFiles(contents, refs, silent) : [];
  const isAt = (root: string, path: string) => rootOf(path, roots)?.path === root;
  const list = (path: string) => {
    const [root] = roots.filter((each) => each.path === path);
    if (statSync(path).isDirectory()) readdirSync(path);
    else if (root?.kind !== "root") throw new Error("it is a file, and should be a folder");
    return refs.filter(({ locator }) => isAt(path, placeOf(locator)));
  };
  const paths = roots.map(({ path }) => path);
  const stores = storesOf(paths, "claude/jsonl", list, context, ({ format }) => format);
  return stores.map((store): Store => {
    if (!store.readable) return store;
    const isHere = (path: string) => isAt(store.path, path);
    const isForeign = hidden.some(
      ({ code, origin }) => code === "foreign-file" && isHere(origin?.path ?? ""),
    );
    // A root may hold several config folders; the one that loses its sessions first counts.
    const [shortest] = configFolders
      .flatMap(({ path }) => (isHere(path) ? (retentionOf(path) ?? []) : []))
      .sort((a, b) => a.days - b.days);
    return {
      ...store,
      ...defined({
        isUnknownLayout: (store.sessions === 0 && isForeign) || undefined,
        unowned: tallies(unowned.filter(({ path }) => isHere(path))),
        unownedFiles: countsOf(unownedFiles.filter(({ folder }) => isHere(folder))),
        retention: shortest,
      }),
    };
  });
}

function countsOf(found: readonly UnownedFiles[]): Store["unownedFiles"] {
  const counts: Record<string, number> = {};
  for (const { kind, files } of found) counts[kind] = (counts[kind] ?? 0) + files.length;
  return found.length > 0 ? counts : undefined;
}

function tallies(unowned: readonly Unowned[]): Store["unowned"] | undefined {
  const families = new Map<string, Tally[]>();
  for (const { family, tally } of unowned) addToList(families, family, tally);
  const sums = [...families].map(([family, all]) => [family, addTallies(all)] as const);
  return sums.length > 0 ? Object.fromEntries(sums) : undefined;
}

/** The root that a file was found at: of a root within another one the inner one. */
function rootOf(path: string, roots: readonly Root[]): Root | undefined {
  for (let at = path; ; at = dirname(at)) {
    const root = roots.find((candidate) => candidate.path === at);
    if (root || at === dirname(at)) return root;
  }
}

/** Records in one file that no session owns. */
interface Unowned {
  path: string;
  /** The kind of the records, for people: the history, or why listing left the file out. */
  family: string;
  tally: Tally;
}

/** Rows of the history and lines of transcripts that listing left out, as its diagnostics say. */
function unownedRecords(
  configFolders: readonly ConfigFolder[],
  refs: readonly SessionRef<Locator>[],
  hidden: readonly Diagnostic[],
): Unowned[] {
  const known = refs.filter(
    ({ locator, listedBy }) => listedBy === undefined && locator.format === "claude/jsonl",
  );
  const rows = configFolders.flatMap((folder): Unowned[] => {
    const tally = unownedRows(folder, known);
    const path = folder.history?.path ?? folder.path;
    return tally ? [{ path, family: "history.jsonl", tally }] : [];
  });
  const lines = hidden.flatMap(({ code, origin }): Unowned[] => {
    const path = origin?.path ?? "";
    const isLeftOut = leftOut.has(code) && isLinesName(path);
    return isLeftOut ? [{ path, family: code, tally: linesOf(path, code) }] : [];
  });
  return [...rows, ...lines];
}

/** The codes of diagnostics about transcripts of this tool that hold no session. */
const leftOut: ReadonlySet<string> = new Set(["empty-transcript", "lone-helper"]);

function linesOf(path: string, reason: string): Tally {
  const tally = new TallyCounter();
  try {
    for (const batch of jsonLines(path))
      for (const line of batch) {
        tally.read();
        if ("record" in line) tally.skip(reason);
        else tally.malformed();
      }
  } catch {
    // It has gone since it was listed.
  }
  return tally.result();
}
