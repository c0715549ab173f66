import { openSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parrot, placesOf } from "../parrot.js";
import {
  diagnostic,
  elsewhere,
  emptySession,
  type Faulty,
  listing,
  reporting,
  whileListing,
} from "./fault.js";

/** Faults of a source in dealing with its host and its places. */
export const hostFaults: readonly Faulty[] = [
  {
    what: "has a name that is no word",
    fault: (source) => ({ ...source, name: "Parrot (beta)" }),
    fails: ["the source says what it is"],
  },
  {
    what: "has a name that ends with a hyphen",
    fault: (source) => ({ ...source, name: "parrot-" }),
    fails: ["the source says what it is"],
  },
  {
    what: "is written for other interfaces",
    fault: (source) => ({ ...source, apiVersion: 2 as 1 }),
    fails: ["the source says what it is"],
  },
  {
    what: "says nothing about its stores",
    fault: (source) => ({ ...source, stores: undefined as never }),
    fails: ["the source says what it is"],
  },
  {
    what: "gives all refs at once",
    fault: (source) => ({ ...source, list: (async () => []) as never }),
    fails: ["the source says what it is"],
  },
  {
    what: "has one store in place of a list",
    fault: (source) => ({
      ...source,
      stores: async (...given) => (await source.stores(...given))[0] as never,
    }),
    fails: ["the source says what it is"],
  },
  {
    what: "prints what it reads",
    fault: whileListing((path) => console.log(path)),
    fails: ["nothing is printed, and the process goes on"],
    says: "console.log",
  },
  {
    what: "writes to standard error when something is broken",
    fault: reporting(({ code }) => void process.stderr.write(code)),
    fails: ["nothing is printed, and the process goes on"],
    says: "process.stderr.write",
  },
  {
    what: "ends the process",
    fault: whileListing(() => process.exit(0)),
    fails: ["nothing is printed, and the process goes on"],
    says: "process.exit",
  },
  {
    what: "names another source in its refs",
    fault: listing((ref) => ({ ...ref, source: "sparrow" })),
    fails: [
      "refs carry the name of the source",
      "a listed session is the one that loads, also from a ref in JSON",
    ],
  },
  {
    what: "cannot list while it lists",
    fault: (source) => {
      let isBusy = false;
      return {
        ...source,
        async *list(context) {
          if (isBusy) return;
          isBusy = true;
          yield* source.list(context);
          isBusy = false;
        },
      };
    },
    fails: ["two lists at the same time and a second close are fine"],
  },
  {
    what: "throws when it is closed again",
    fault: (source) => {
      let isClosed = false;
      return {
        ...source,
        close() {
          if (isClosed) throw new Error("closed already");
          isClosed = true;
        },
      };
    },
    fails: ["two lists at the same time and a second close are fine"],
  },
  {
    what: "reports a tool that is not used as an error",
    fault: (source, options) => ({
      ...source,
      async *list(context) {
        for (const path of placesOf(options))
          if (!statSync(path, { throwIfNoEntry: false }))
            context.report(diagnostic({ severity: "error", origin: { path } }));
        yield* source.list(context);
      },
    }),
    fails: ["a place where there is nothing has no sessions and is no error"],
  },
  {
    what: "says that every store is found",
    fault: (source) => ({
      ...source,
      stores: async (...given) =>
        (await source.stores(...given)).map((store) => ({ ...store, found: true })),
    }),
    fails: ["a place where there is nothing has no sessions and is no error"],
  },
  {
    what: "says that no store is found",
    fault: (source) => ({
      ...source,
      stores: async (...given) =>
        (await source.stores(...given)).map((store) => ({ ...store, found: false })),
    }),
    fails: ["a store that is there is found"],
  },
  {
    what: "looks into the home folder of the environment when it finds nothing",
    fault: elsewhere(() => parrot()),
    fails: ["nothing is looked at but the home folder or the roots given"],
  },
  {
    what: "looks at a variable of its own",
    fault: elsewhere(() => {
      const { PARROT_HOME } = process.env;
      return parrot(PARROT_HOME === undefined ? {} : { roots: [PARROT_HOME] });
    }),
    fails: ["nothing is looked at but the home folder or the roots given"],
  },
  {
    what: "names a place that it was not given",
    fault: (source) => ({
      ...source,
      stores: async (...given) => [
        ...(await source.stores(...given)),
        ...(await parrot().stores(...given)),
      ],
    }),
    fails: ["nothing is looked at but the home folder or the roots given"],
  },
  {
    what: "finds nothing in a home folder",
    fault: (source, { home }) => (home === undefined ? source : parrot({ roots: [] })),
    fails: ["the home folder and the store as a root give the same sessions"],
  },
  {
    what: "leaves a file beside the store",
    fault: whileListing((path) => writeFileSync(join(path, "../../../parrot.lock"), "")),
    fails: ["the store stays untouched"],
  },
  {
    what: "puts a file into the store and takes it away",
    fault: whileListing((path) => {
      writeFileSync(`${path}.lock`, "");
      rmSync(`${path}.lock`);
    }),
    fails: ["the store stays untouched"],
  },
  {
    what: "changes the times of files",
    fault: whileListing((path) => utimesSync(path, 1_700_000_000, 1_700_000_000)),
    fails: ["the store stays untouched"],
  },
  {
    what: "leaves a file open",
    fault: whileListing((path) => openSync(path, "r")),
    fails: ["nothing stays open"],
  },
  {
    what: "prints what it cannot read",
    fault: reporting((found) => {
      process.stderr.write(`${found.message}\n`);
      return found;
    }),
    fails: ["nothing is printed, and the process goes on"],
  },
  {
    what: "changes the ref that it loads",
    fault: (source) => ({
      ...source,
      load(ref, context) {
        ref.title = "Loaded";
        return source.load(ref, context);
      },
    }),
    fails: ["a session loads the same twice"],
  },
  {
    what: "takes a path for an address",
    fault: (source, options) => {
      const paths = placesOf(options).map((path) => decodeURI(new URL(`file://${path}`).pathname));
      return { ...source, list: (context) => parrot({ roots: paths }).list(context) };
    },
    fails: ["a copy of the store has the same sessions"],
  },
  {
    what: "has a size in words for its stores",
    fault: (source) => ({
      ...source,
      stores: async (...given) =>
        (await source.stores(...given)).map((store) => ({ ...store, bytes: "4 KB" as never })),
    }),
    fails: ["each field holds what the model says"],
  },
  {
    what: "has a name that hosts refuse",
    fault: (source) => ({ ...source, name: "parrot--" }),
    fails: ["the source says what it is"],
  },
  {
    what: "does not listen to an abort",
    fault: (source) => {
      const deaf = new AbortController();
      return {
        ...source,
        list: (context) => source.list({ ...context, signal: deaf.signal }),
        load: (ref, context) => source.load(ref, { ...context, signal: deaf.signal }),
      };
    },
    fails: ["nothing comes out after an abort", "an abort in between leaves nothing half"],
  },
  {
    what: "reports an abort as trouble",
    fault: (source) => ({
      ...source,
      load: (ref, context) =>
        source.load(ref, context).catch((error) => {
          context.report(diagnostic({ severity: "error" }));
          throw error;
        }),
    }),
    fails: ["nothing comes out after an abort", "an abort in between leaves nothing half"],
  },
  {
    what: "gives what it has when it is aborted",
    fault: (source) => ({
      ...source,
      load: (ref, context) => source.load(ref, context).catch(() => emptySession(ref.id)),
    }),
    fails: ["nothing comes out after an abort", "an abort in between leaves nothing half"],
  },
];
