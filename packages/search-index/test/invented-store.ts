import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  apiVersion,
  type Diagnostic,
  type ListedSession,
  listSessions,
  type Session,
  type Source,
} from "@chatexport/core";
import {
  excerptsOf,
  type FoundPart,
  foundLines,
  partsOf,
  withoutRepeats,
} from "@chatexport/document/search";
import { onTestFinished } from "vitest";
import {
  type Answer,
  alternativesOf,
  type KeepingTransform,
  openSearchIndex,
  queryOf,
  type SearchIndex,
} from "../src/index.js";

/** Sessions in memory, with the source that reads them; a revision is what a session holds. */
export interface InventedStore {
  sessions: Session[];
  source: Source;
  /** The sessions that were loaded until now. */
  loaded: string[];
  list(): Promise<ListedSession[]>;
}

export function storeOf(...sessions: Session[]): InventedStore {
  const store: InventedStore = {
    sessions,
    loaded: [],
    list: () => listSessions([store.source], {}),
    source: {
      name: "demo",
      apiVersion,
      stores: async () => [],
      async *list() {
        for (const session of store.sessions) {
          const { id, source } = session;
          yield { id, source, revision: JSON.stringify(session), locator: {} };
        }
      },
      async load({ id }) {
        store.loaded.push(id);
        const session = store.sessions.find((each) => each.id === id);
        if (!session || session.native?.broken) throw new Error("no such session");
        return session;
      },
    },
  };
  return store;
}

const open = new Map<string, SearchIndex>();

/** An index in a folder, closed after the test or when it is opened anew, as one process has it for itself. */
export async function openIn(
  folder: string,
  { rules = "r", place = "p", said = [] as string[] } = {},
): Promise<SearchIndex> {
  open.get(folder)?.close();
  const report = ({ code }: Diagnostic) => void said.push(code);
  const index = await openSearchIndex({ folder, rules, place, report });
  if (!index) throw new Error("there is no index");
  open.set(folder, index);
  onTestFinished(() => index.close());
  return index;
}

/** A folder for an index, removed after the test. */
export function cache(): string {
  const folder = mkdtempSync(join(tmpdir(), "chatexport-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Lists, updates and searches for words, in all that is in sessions; a session that is left to the caller is "?". */
export async function find(
  index: SearchIndex,
  store: InventedStore,
  words: string | readonly string[],
  transforms: readonly KeepingTransform[] = [],
): Promise<Record<string, FoundPart[] | "?">> {
  const listed = await store.list();
  const { signal } = new AbortController();
  await index.forgetOthers(listed, ["demo"]);
  await index.update(listed, { transforms, signal, report: () => {} });
  const query = await queryOf(alternativesOf([words].flat()));
  const answers = [...index.search(query, listed, { isWanted: () => true })];
  const found = answers.map(({ listed: { ref }, kept }: Answer): [string, FoundPart[] | "?"] => [
    ref.id,
    kept?.parts ?? "?",
  ]);
  return Object.fromEntries(found.filter(([, parts]) => parts.length > 0));
}

/** The same, by reading all sessions. */
export function scan(
  { sessions }: InventedStore,
  words: string | readonly string[],
): Record<string, FoundPart[]> {
  const alternatives = alternativesOf([words].flat());
  const found = sessions.map((session): [string, FoundPart[]] => [
    session.id,
    [...partsOf(session)].flatMap(({ texts, role, in: place, message, call }) => {
      const expressions = alternatives
        .map((terms) => terms.map(({ expression }) => expression))
        .filter((all) => all.every((one) => texts.some((text) => foundLines(text, one).length > 0)))
        .flat();
      const lines = withoutRepeats(
        [...new Set(texts)].map((one) => excerptsOf(one, foundLines(one, ...expressions))),
      );
      const part = {
        in: place,
        ...(role && { role }),
        ...(message && { message: { id: message.id } }),
        ...(call && { call: { kind: call.kind, name: call.name } }),
      };
      return lines.length > 0 ? [{ part, count: lines.length, lines }] : [];
    }),
  ]);
  return Object.fromEntries(found.filter(([, parts]) => parts.length > 0));
}
