import { readFileSync } from "node:fs";
import type { SessionRef } from "@chatexport/core";
import { emptySession, type Faulty, listing, loading, whileListing } from "./fault.js";

/** Faults in the results of listing, and in its cost. */
export const listingFaults: readonly Faulty[] = [
  {
    what: "gives two sessions one id",
    fault: (source) => ({
      ...source,
      async *list(context) {
        for await (const ref of source.list(context))
          yield { ...ref, id: ref.id === "birch" ? "amber" : ref.id };
      },
    }),
    fails: ["ids are unique"],
  },
  {
    what: "leaves titles to its sessions",
    fault: listing(({ title: _, ...ref }) => ref),
    fails: ["a session has the title that the list has"],
    says: 'the list has no title, and the session the title "',
  },
  {
    what: "makes ids at random",
    fault: listing((ref) => ({ ...ref, id: crypto.randomUUID() })),
    fails: [
      "an unchanged store is listed the same twice",
      "a copy of the store has the same sessions",
    ],
  },
  {
    what: "makes ids of paths",
    fault: listing((ref) => ({ ...ref, id: String(ref.locator).replaceAll("/", "-") })),
    fails: ["a copy of the store has the same sessions"],
  },
  {
    what: "has paths as ids",
    fault: listing((ref) => ({ ...ref, id: String(ref.locator) })),
    fails: ["a copy of the store has the same sessions"],
    says: "an id is a path",
  },
  {
    what: "numbers sessions in the order of its files",
    fault: (source) => ({
      ...source,
      async *list(context) {
        let count = 0;
        for await (const ref of source.list(context)) yield { ...ref, id: `chat-${++count}` };
      },
      load: async (ref, context) => ({ ...(await source.load(ref, context)), id: ref.id }),
    }),
    fails: ["a session has the same id when another one is gone"],
  },
  {
    what: "has ids of several lines",
    fault: listing((ref) => ({ ...ref, id: `${ref.id}\n${ref.title}` })),
    fails: ["ids are unique"],
  },
  {
    what: "has sessions that end before they begin",
    fault: listing((ref) => ({ ...ref, updatedAt: "2026-02-28T10:00:00.000Z" })),
    fails: ["times are real"],
  },
  {
    what: "puts a time into its revisions",
    fault: listing((ref) => ({ ...ref, revision: String(performance.now()) })),
    fails: ["an unchanged store is listed the same twice"],
  },
  {
    what: "has revisions that do not change",
    fault: listing((ref) => ({ ...ref, revision: ref.id })),
    fails: ["a session that changes has another revision"],
  },
  {
    what: "keeps in memory what load needs",
    fault: (source) => {
      const known = new WeakMap<SessionRef, SessionRef>();
      return {
        ...source,
        async *list(context) {
          for await (const ref of source.list(context)) {
            const copy = { ...ref, locator: null };
            known.set(copy, ref);
            yield copy;
          }
        },
        async load(ref, context) {
          const session = await source.load(known.get(ref) ?? ref, context).catch(() => undefined);
          return session ?? emptySession(ref.id);
        },
      };
    },
    fails: ["a listed session is the one that loads, also from a ref in JSON"],
  },
  {
    what: "loads a session under another id",
    fault: loading((session) => ({ ...session, id: `${session.id}-1` })),
    fails: ["a listed session is the one that loads, also from a ref in JSON"],
  },
  {
    what: "counts what it has loaded",
    fault: (source) => {
      let count = 0;
      return loading((session) => ({ ...session, native: { count: count++ } }))(source, {});
    },
    fails: ["a session loads the same twice"],
  },
  {
    what: "parses bodies to list",
    fault: whileListing((path) => {
      for (const line of readFileSync(path, "utf8").split("\n")) if (line) JSON.parse(line);
    }),
    fails: ["listing parses no bodies", "listing reads no bodies"],
  },
  {
    what: "reads bodies to list",
    fault: whileListing((path) => readFileSync(path)),
    fails: ["listing reads no bodies"],
  },
];
