import { chmodSync, existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Session, SessionRef, Source } from "@chatexport/core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Workplace } from "./concerned.js";
import { allStores } from "./stores/all.js";
import { tryOne, workplaceOf } from "./trial.js";
import { misconduct } from "./writing/program.js";

/*
 * The campaign must be able to fail: sources that do what no source may, and who finds it.
 */

const within = mkdtempSync(join(tmpdir(), "chatexport-faults-"));
let workplace: Workplace;

beforeAll(async () => {
  // Somebody without rights must find the store.
  chmodSync(within, 0o755);
  const store = allStores().find(({ name }) => name === "claude/branches");
  if (!store) throw new Error("The store is gone.");
  workplace = await workplaceOf(store, within);
});
afterAll(() => rmSync(within, { recursive: true, force: true }));

/** The names of the invariants that do not hold in a number of trials with a source that does wrong. */
async function found(
  spoil: (source: Source, folder: string) => Source,
  name = workplace.store.name,
): Promise<Set<string>> {
  const { store } = workplace;
  const open = (folder: string) => spoil(store.open(folder), folder);
  const spoilt = { ...workplace, store: { ...store, name, open }, known: new Map() };
  const names = new Set<string>();
  for (let index = 0; index < 40; index++)
    for (const { invariant } of (await tryOne(spoilt, 5, index, () => {})).findings)
      names.add(invariant);
  return names;
}

function loading(change: (session: Session) => Session) {
  return (source: Source): Source => ({
    ...source,
    load: async (ref, context) => change(await source.load(ref, context)),
  });
}

function listing(keep: (ref: SessionRef, index: number) => boolean) {
  return (source: Source): Source => ({
    ...source,
    async *list(context) {
      let index = 0;
      for await (const ref of source.list(context)) if (keep(ref, index++)) yield ref;
    },
  });
}

test("a source that does no wrong has no findings", async () => {
  expect(await found((source) => source)).toEqual(new Set());
});

test.each<[string, string, (source: Source, folder: string) => Source]>([
  [
    "that throws for what is damaged",
    "crash",
    loading((session) => {
      if (session.records.malformed) throw new TypeError("undefined is not a function");
      return session;
    }),
  ],
  ["that loses sessions silently", "session", (source) => ({ ...listing(() => false)(source) })],
  [
    "that writes beside a database",
    "touched",
    (source, folder) => ({
      ...source,
      stores: (...given) => {
        if (existsSync(folder)) writeFileSync(join(folder, "state.vscdb-wal"), "");
        return source.stores(...given);
      },
    }),
  ],
  [
    "that sets the time of a folder",
    "touched",
    (source, folder) => ({
      ...source,
      stores: (...given) => {
        if (existsSync(folder)) utimesSync(folder, 1, 1);
        return source.stores(...given);
      },
    }),
  ],
  [
    "that counts a record too many",
    "tally",
    loading((session) => ({ ...session, records: { ...session.records, read: 99 } })),
  ],
  [
    "that forgets records",
    "lines",
    loading((session) => ({ ...session, records: { read: 1, kept: 1 } })),
  ],
  [
    "that does not report what is malformed",
    "malformed",
    (source) => ({
      ...source,
      load: (ref, { signal }) => source.load(ref, { signal, report() {} }),
    }),
  ],
  [
    "that leaves out messages",
    "text",
    loading((session) => ({
      ...session,
      messages: session.messages.slice(0, session.records.malformed ? 0 : undefined),
    })),
  ],
  [
    "that invents a field",
    "model",
    loading((session) => ({ ...session, mood: session.records.malformed }) as Session),
  ],
  [
    "whose reports name no place",
    "diagnostic",
    (source) => ({
      ...source,
      load: (ref, context) =>
        source.load(ref, { ...context, report: ({ origin: _, ...rest }) => context.report(rest) }),
    }),
  ],
  [
    "that lets others pay for what is damaged",
    "others",
    (source) => {
      let isHurt = false;
      return {
        ...source,
        async load(ref, context) {
          const session = await source.load(ref, context);
          isHurt ||= session.records.malformed !== undefined;
          return isHurt ? { ...session, title: "Hurt", titleFrom: "generated" } : session;
        },
      };
    },
  ],
  [
    "that reaches the prototype of all objects",
    "pollution",
    loading((session) => {
      Reflect.set(Object.prototype, "polluted", true);
      return session;
    }),
  ],
])("a source %s is found out", async (_, name, spoil) => {
  expect(await found(spoil)).toContain(name);
});

test("a run that hangs, crashes or says nothing is found out", () => {
  const fine = { exitCode: 0, signal: null, stdout: "", stderr: "", hangs: false };
  const names = (outcome: object) =>
    misconduct({ ...fine, ...outcome }).map(({ invariant }) => invariant);
  expect(names({})).toEqual([]);
  expect(names({ exitCode: 1, stderr: "error: disk full" })).toEqual([]);
  expect(names({ hangs: true })).toEqual(["hang"]);
  expect(names({ exitCode: null, signal: "SIGSEGV" })).toEqual(["end"]);
  expect(names({ exitCode: 134 })).toEqual(["end"]);
  expect(names({ exitCode: 1, stderr: "error: This should not have happened: x" })).toEqual([
    "crash",
  ]);
  expect(names({ exitCode: 1 })).toEqual(["session"]);
});
