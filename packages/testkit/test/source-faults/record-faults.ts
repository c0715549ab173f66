import { readFileSync } from "node:fs";
import type { Diagnostic, Session } from "@chatexport/core";
import { chatsIn, placesOf } from "../parrot.js";
import { diagnostic, type Faulty, loading, reporting, whileListing } from "./fault.js";

/** Faults in the fate of records, and in the reports about them. */
export const recordFaults: readonly Faulty[] = [
  {
    what: "counts a record twice",
    fault: loading((session) => ({
      ...session,
      records: { ...session.records, read: session.records.read + 1 },
    })),
    fails: ["each tally adds up", "every record is counted"],
  },
  {
    what: "drops records silently",
    fault: loading((session) => ({
      ...session,
      messages: session.messages.slice(0, -1),
      records: {
        ...session.records,
        read: session.records.read - 1,
        kept: session.records.kept - 1,
      },
    })),
    fails: ["every record is counted"],
  },
  {
    what: "does not count what no session owns",
    fault: (source) => ({ ...source, stores: (context) => source.stores(context) }),
    fails: ["every record is counted"],
  },
  {
    what: "drops fields that it does not read",
    fault: loading(({ native: _, records: { unknownFields: __, ...records }, ...session }) => ({
      ...session,
      messages: session.messages.map(({ native: ___, ...message }) => message),
      records,
    })),
    fails: [
      "every value of a record is in its session",
      "a new field is in its session, or a tally names it",
      "a value of another kind is in its session, or a tally names it",
    ],
  },
  {
    what: "no longer lists a session whose first record has another kind",
    fault: (source, options) => ({
      ...source,
      async *list(context) {
        const paths = placesOf(options).flatMap(chatsIn);
        const isOdd = (id: string) =>
          paths.some(
            (path) =>
              path.endsWith(`${id}.jsonl`) && /^\{"kind":[^"]/.test(readFileSync(path, "utf8")),
          );
        for await (const ref of source.list(context)) if (!isOdd(ref.id)) yield ref;
      },
    }),
    fails: ["a value of another kind is in its session, or a tally names it"],
    says: "With record.kind as an object, a session is no longer listed.",
  },
  {
    what: "counts a record as unknown, and drops it",
    fault: loading((session) => ({
      ...session,
      messages: session.messages.slice(0, -1),
      records: { ...session.records, kept: session.records.kept - 1, unknown: { mood: 1 } },
    })),
    fails: ["unknown records are kept as they are"],
  },
  {
    what: "counts all records as skipped",
    fault: loading((session) => ({
      ...session,
      records: { read: session.records.read, kept: 0, skipped: { any: session.records.read } },
    })),
    fails: ["each tally adds up", "unknown records are kept as they are"],
  },
  {
    what: "counts a record that it does not know as kept, and drops it",
    fault: loading((session) => {
      const { unknown = {}, ...records } = session.records;
      const count = Object.values(unknown).reduce((sum, each) => sum + each, 0);
      const isKnown = ({ parts }: Session["messages"][number]) => parts[0]?.type !== "unknown";
      return {
        ...session,
        messages: session.messages.filter(isKnown),
        records: { ...records, kept: records.kept + count },
      };
    }),
    fails: ["unknown records are kept as they are"],
  },
  {
    what: "knows which fields it wants",
    fault: loading((session) => ({
      ...session,
      messages: session.messages.map(({ native: _, ...message }) => message),
    })),
    fails: ["every value of a record is in its session"],
    says: 'In no session:\n  weather ("Drizzle before noon")\n',
  },
  {
    what: "cuts long texts",
    fault: loading((session) => ({
      ...session,
      messages: session.messages.map((message) => ({
        ...message,
        parts: message.parts.map((part) =>
          part.type === "text" ? { ...part, text: part.text.slice(0, 15) } : part,
        ),
      })),
    })),
    fails: ["every value of a record is in its session"],
  },
  {
    what: "gives up on a session with a broken record",
    fault: (source) => ({
      ...source,
      async load(ref, context) {
        const session = await source.load(ref, context);
        if (session.records.malformed) throw new TypeError("What is this?");
        return session;
      },
    }),
    fails: ["damaged records are counted as malformed"],
    says: "load rejects: What is this?",
  },
  {
    what: "throws when a file is broken",
    fault: whileListing((path) => {
      for (const line of readFileSync(path, "utf8").split("\n")) if (line) JSON.parse(line);
    }),
    fails: [
      "damage to some sessions changes no other",
      "damage is reported with its place",
      "damaged records are counted as malformed",
      "a broken file hurts only what depends on it",
    ],
  },
  {
    what: "stops at the first file that is broken",
    fault: (source) => ({
      ...source,
      async *list(context) {
        let isBroken = false;
        const report = (found: Diagnostic) => {
          isBroken = true;
          context.report(found);
        };
        for await (const ref of source.list({ ...context, report })) {
          if (isBroken) return;
          yield ref;
        }
      },
    }),
    fails: ["a broken file hurts only what depends on it"],
  },
  {
    what: "numbers messages over all that was reported",
    fault: (source) => {
      let troubles = 0;
      return {
        ...source,
        async load(ref, context) {
          const report = (found: Diagnostic) => {
            troubles++;
            context.report(found);
          };
          const session = await source.load(ref, { ...context, report });
          return troubles === 0 ? session : { ...session, native: { troubles } };
        },
      };
    },
    fails: ["damage to some sessions changes no other"],
  },
  {
    what: "says nothing of damage",
    fault: reporting(() => undefined),
    fails: ["damage is reported with its place", "damaged records are counted as malformed"],
  },
  {
    what: "does not say where the damage is",
    fault: reporting(({ origin: _, ...found }) => found),
    fails: ["damage is reported with its place"],
  },
  {
    what: "counts damage as something else",
    fault: loading((session) => {
      const { malformed, ...records } = session.records;
      return malformed === undefined
        ? session
        : { ...session, records: { ...records, skipped: { broken: malformed } } };
    }),
    fails: ["damaged records are counted as malformed"],
  },
  {
    what: "searches with regard to case",
    fault: (source) => ({
      ...source,
      mayContain: async ({ locator }, words) =>
        words.every((word) => readFileSync(String(locator), "utf8").includes(word)),
    }),
    fails: ["a search misses no word of a session"],
  },
  {
    what: "reports a text",
    fault: reporting(({ message }) => message as never),
    fails: ["diagnostics are a code and a sentence"],
    says: "Report an object",
  },
  {
    what: "has codes in words",
    fault: reporting((found) => ({ ...found, code: "Malformed Line" })),
    fails: ["diagnostics are a code and a sentence"],
  },
  {
    what: "reports in several lines",
    fault: reporting((found) => ({ ...found, message: "It is broken.\n\n  at line 3." })),
    fails: ["diagnostics are a code and a sentence"],
  },
  {
    what: "quotes what was said",
    fault: (source) => ({
      ...source,
      async load(ref, context) {
        const session = await source.load(ref, context);
        const [part] = session.messages[0]?.parts ?? [];
        const said = part?.type === "text" ? part.text : "";
        context.report(diagnostic({ message: `There is trouble after "${said}".` }));
        return session;
      },
    }),
    fails: ["diagnostics quote nothing"],
  },
  {
    what: "hands on what JSON.parse says",
    fault: reporting((found) => {
      try {
        return JSON.parse("Please look at the birch");
      } catch (error) {
        return { ...found, message: `${(error as Error).message}.` };
      }
    }),
    fails: ["diagnostics quote nothing"],
  },
];
