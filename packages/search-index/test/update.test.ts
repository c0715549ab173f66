import { cpSync, readdirSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Session } from "@chatexport/core";
import { prompt, sessionOf } from "@chatexport/testkit";
import { expect, it } from "vitest";
import { type KeepingTransform, keptFacts } from "../src/index.js";
import { cache, find, openIn, storeOf } from "./invented-store.js";

const saying = (id: string, text: string) => sessionOf([prompt("p", text)], { id });

/** The ids of sessions in which something was found. */
async function idsWith(...given: Parameters<typeof find>): Promise<string[]> {
  return Object.keys(await find(...given));
}

function databaseIn(folder: string): string {
  const name = readdirSync(folder).find((one) => one.endsWith(".db"));
  return join(folder, name ?? "none");
}

it("loads only what is new or has changed, and forgets what is gone", async () => {
  const folder = cache();
  const store = storeOf(saying("one", "a kiln"), saying("two", "a kiln"));
  expect(await idsWith(await openIn(folder), store, "kiln")).toEqual(["one", "two"]);
  store.sessions[0] = saying("one", "a stove");
  store.sessions.push(saying("three", "a kiln"));
  expect(await idsWith(await openIn(folder), store, "kiln")).toEqual(["three", "two"]);
  expect(store.loaded).toEqual(["one", "two", "one", "three"]);
  store.sessions.splice(1, 1);
  const index = await openIn(folder);
  expect(await idsWith(index, store, "kiln")).toEqual(["three"]);
  expect(await idsWith(index, store, "stove")).toEqual(["one"]);
  expect(store.loaded).toHaveLength(4);
});

it("has facts of the sessions that are as they were", async () => {
  const folder = cache();
  const place = { folder, rules: "r", place: "p" };
  const store = storeOf(saying("one", "a kiln"), saying("two", "a kiln"));
  expect(await keptFacts(place, await store.list())).toEqual(new Map());
  expect(readdirSync(folder)).toEqual([]);
  const index = await openIn(folder);
  await find(index, store, "kiln");
  index.close();
  store.sessions[0] = saying("one", "a stove");
  const listed = await store.list();
  const facts = { promptCount: 1, marks: [] };
  expect([...(await keptFacts(place, listed))]).toEqual([
    [listed[1], expect.objectContaining(facts)],
  ]);
  expect(await keptFacts({ ...place, rules: "s" }, listed)).toEqual(new Map());
  // Nothing was built anew, and nothing is there of what is damaged.
  expect((await keptFacts(place, listed)).size).toBe(1);
  for (const name of readdirSync(folder)) truncateSync(join(folder, name), 500);
  expect(await keptFacts(place, listed)).toEqual(new Map());
});

it("is for the user alone", async () => {
  const folder = join(cache(), "a", "b");
  await find(await openIn(folder), storeOf(saying("one", "a kiln")), "kiln");
  if (process.platform === "win32") return;
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(statSync(databaseIn(folder)).mode & 0o777).toBe(0o600);
});

it("keeps sessions of two places apart", async () => {
  const folder = cache();
  const [here, there] = [storeOf(saying("one", "a kiln")), storeOf(saying("one", "a stove"))];
  await find(await openIn(folder), here, "kiln");
  expect(await idsWith(await openIn(folder, { place: "q" }), there, "kiln")).toEqual([]);
  expect(await idsWith(await openIn(folder), here, "kiln")).toEqual(["one"]);
  expect(here.loaded).toHaveLength(1);
});

it("says what was kept of a session before", async () => {
  const folder = cache();
  const store = storeOf(saying("one", "a kiln"));
  const seen: boolean[] = [];
  const mask: KeepingTransform = (session, _, wasKept) => {
    seen.push(wasKept("a kiln"), wasKept("a stove"));
    return session;
  };
  await find(await openIn(folder), store, "kiln", [mask]);
  store.sessions[0] = sessionOf([prompt("p", "a kiln"), prompt("q", "a stove")], { id: "one" });
  await find(await openIn(folder), store, "kiln", [mask]);
  expect(seen).toEqual([false, false, true, false]);
});

it("is built anew with other rules", async () => {
  const folder = cache();
  const store = storeOf(saying("one", "a kiln"));
  const first = await openIn(folder);
  await find(first, store, "kiln");
  first.close();
  await find(await openIn(folder, { rules: "other" }), store, "kiln");
  expect(store.loaded).toHaveLength(2);
});

it("leaves a masked session to the caller when the pattern could be a secret", async () => {
  const store = storeOf(saying("one", "the kiln is hot1234567"), saying("two", "no kiln"));
  const mask = async (session: Session) =>
    session.id === "two" ? session : saying("one", "the kiln is [redacted]");
  const index = await openIn(cache());
  expect(await find(index, store, "hot1234", [mask])).toEqual({ one: "?" });
  expect(await find(index, store, "/hot/", [mask])).toEqual({ one: "?" });
  expect(await idsWith(index, store, "kiln", [mask])).toEqual(["one", "two"]);
  expect(await find(index, store, "hot", [mask])).toEqual({});
});

it("goes on without a session that cannot be loaded", async () => {
  const store = storeOf(
    { ...saying("one", "kiln"), native: { broken: true } },
    saying("two", "kiln"),
  );
  expect(await idsWith(await openIn(cache()), store, "kiln")).toEqual(["two"]);
});

it.each([
  ["no database", (path: string) => writeFileSync(path, "no database".repeat(500))],
  ["half of it", (path: string) => truncateSync(path, statSync(path).size / 2)],
])("is built anew where there is %s", async (_, damage) => {
  const folder = cache();
  const store = storeOf(saying("one", "a kiln"), saying("two", "a stove ".repeat(9000)));
  const index = await openIn(folder);
  await find(index, store, "kiln");
  index.close();
  damage(databaseIn(folder));
  const said: string[] = [];
  expect(await idsWith(await openIn(folder, { said }), store, "kiln")).toEqual(["one"]);
  expect(said).toEqual(["damaged-search-index"]);
});

it("goes on from every state in which a kill leaves it", async () => {
  const folder = cache();
  const states: string[] = [];
  // What was said is not packed, so that this takes several transactions.
  const store = storeOf(
    ...Array.from({ length: 8 }, (_, at) => saying(`s${at}`, `kiln ${at} ${"x ".repeat(350_000)}`)),
  );
  const spy = async (session: Session) => {
    states.push(cache());
    cpSync(folder, states.at(-1) ?? "", { recursive: true });
    return session;
  };
  await find(await openIn(folder), store, "kiln", [spy]);
  expect(states).toHaveLength(8);
  for (const state of states.slice(-3)) {
    store.loaded.length = 0;
    const ids = await idsWith(await openIn(state), store, "kiln");
    expect(ids).toHaveLength(8);
    expect(store.loaded.length).toBeLessThan(8);
  }
});
