import type { Diagnostic, ListedSession } from "@chatexport/core";
import { DatabaseError } from "@chatexport/sqlite";
import { unusableIndex } from "./diagnostics.js";
import { isDamage, openIndexFile, readIndexFile } from "./index-file.js";
import { deleteSession, type KeptFacts, keptRows, rowKey } from "./kept-rows.js";
import {
  type Answer,
  type KeptAnswer,
  type Query,
  type SearchOptions,
  searchKept,
} from "./search.js";
import { isCurrent, keepSessions, type UpdateOptions } from "./update.js";

/** The place of an index, and the sessions that it is for. */
export interface IndexPlace {
  /** Below the user's cache folder; it is made, for this user alone. */
  folder: string;
  /** Names what masks the sessions and in which version; with another name the index is built anew. */
  rules: string;
  /** Names the home and the roots of the sources, so that sessions of two homes with one id stay apart. */
  place: string;
}

/** The place of an index that is opened. */
export interface OpenOptions extends IndexPlace {
  /** Takes what is wrong with the index itself. */
  report(diagnostic: Diagnostic): void;
}

/** The masked texts of sessions, packed, with what finds them at once. What is deleted from it can be made again. */
export interface SearchIndex {
  /** Those of some sessions that it does not hold as they are listed. */
  outdated(listed: readonly ListedSession[]): ListedSession[];
  /** Keeps the sessions that it does not hold as they are listed. A failure is reported and never stops the others. */
  update(listed: readonly ListedSession[], options: UpdateOptions): Promise<void>;
  /** Forgets the sessions of these sources that are not listed any more. */
  forgetOthers(listed: readonly ListedSession[], sources: readonly string[]): Promise<void>;
  /** Searches sessions that were listed, in that order, in one state of the index. */
  search(
    query: Query,
    listed: readonly ListedSession[],
    options: SearchOptions,
  ): IterableIterator<Answer>;
  /** Closes it; a second time does nothing. */
  close(): void;
}

/**
 * Opens the index below a folder, which is one file, or makes it. Several processes can use it at the same time.
 * Undefined where no SQLite with FTS5 can write, or another process has the file for itself (Node 20): that is
 * reported, and the caller searches the sessions themselves.
 */
export async function openSearchIndex({
  folder,
  rules,
  place,
  report,
}: OpenOptions): Promise<SearchIndex | undefined> {
  const file = await openIndexFile(folder, rules, { report });
  if (!file) return undefined;
  let failed: ReadonlySet<ListedSession> = new Set();
  const outdated = (listed: readonly ListedSession[]) => {
    const rows = keptRows(file.connection, place);
    return listed.filter((each) => {
      const row = rows.get(rowKey(each));
      return !(row && isCurrent(row, each));
    });
  };
  return {
    outdated,
    async update(listed, options) {
      await mended(async () => {
        const left = outdated(listed);
        failed = left.length > 0 ? await keepSessions(file, place, left, options) : new Set();
      });
    },
    async forgetOthers(listed, sources) {
      const keys = new Set(listed.map(rowKey));
      const isGone = (key: string) =>
        !keys.has(key) && sources.includes(key.slice(0, key.indexOf("\n")));
      await mended(async () => {
        const gone = [...keptRows(file.connection, place)].filter(([key]) => isGone(key));
        if (gone.length > 0)
          file.write(() => {
            for (const [, { id }] of gone) deleteSession(file.connection, id);
          });
      });
    },
    *search(query, listed, options) {
      let count = 0;
      try {
        const { connection } = file;
        for (const answer of file.read(() =>
          searchKept(connection, place, listed, query, options),
        )) {
          count++;
          // What cannot be loaded need not be tried twice.
          yield failed.has(answer.listed) ? { listed: answer.listed, kept: nothing } : answer;
        }
      } catch (cause) {
        if (!isDamage(cause)) throw cause;
        file.recreate(cause);
      }
      for (const each of listed.slice(count)) yield { listed: each };
    },
    close: () => file.close(),
  };

  /** Does some work, which begins anew, once, where the file is damaged; that it cannot be written is reported. */
  async function mended(work: () => Promise<void>, isFirst = true): Promise<void> {
    try {
      await work();
    } catch (cause) {
      if (isFirst && isDamage(cause)) {
        file?.recreate(cause);
        await mended(work, false);
      } else if (cause instanceof DatabaseError) report(unusableIndex(cause.message));
      else throw cause;
    }
  }
}

/**
 * The facts that an index has of sessions, of those that it holds as they are listed; of none where there is no index, or
 * another process has it for itself. It changes nothing.
 */
export async function keptFacts(
  { folder, rules, place }: IndexPlace,
  listed: readonly ListedSession[],
): Promise<ReadonlyMap<ListedSession, KeptFacts>> {
  const rows = await readIndexFile(folder, rules, (connection) => keptRows(connection, place));
  const kept = new Map<ListedSession, KeptFacts>();
  for (const each of rows ? listed : []) {
    const row = rows?.get(rowKey(each));
    if (row?.revision === each.ref.revision) kept.set(each, JSON.parse(row.facts) as KeptFacts);
  }
  return kept;
}

/** Of a session that cannot be loaded. */
const nothing: KeptAnswer = { session: {}, parts: [], elsewhere: 0, isUncounted: false };
