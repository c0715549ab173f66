import { rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { prompt, sessionOf } from "@chatexport/testkit";
import { expect, it } from "vitest";
import { readArchive, rootsOf, shortHash } from "../src/index.js";
import { ownRecords, run, titles } from "./demo-archive.js";
import { documentsIn, emptyFolder } from "./folders.js";
import { sinkOf } from "./stub-archive.js";

const [stays, goes] = ["stays", "goes"].map((id) => sessionOf([prompt("a", id)], { id }));
if (!stays || !goes) throw new Error("two sessions");
const both = [stays, goes];

/** The record of a session in the manifest. */
function recordOf(out: string, id: string) {
  return ownRecords(out, "manifest").find((record) => record.id === id);
}

it("says once that a session is gone, counts it from then on, and notices when it is back", async () => {
  const out = emptyFolder();
  expect((await run(out, both)).vanished).toEqual({ now: [], count: 0 });
  expect((await run(out, [stays])).vanished).toMatchObject({ now: [{ id: "goes" }], count: 1 });
  expect(recordOf(out, "goes")?.state).toBe("vanished");
  expect((await run(out, [stays])).vanished).toEqual({ now: [], count: 1 });
  expect(documentsIn(out)).toHaveLength(2);
  expect((await run(out, both)).vanished).toEqual({ now: [], count: 0 });
  expect(recordOf(out, "goes")).not.toHaveProperty("state");
});

it("forgets a session that is gone when somebody deletes its documents", async () => {
  const out = emptyFolder();
  await run(out, both);
  rmSync(join(out, "demo/no-project/a-title-goes.one"));
  expect((await run(out, [stays])).vanished).toEqual({ now: [], count: 0 });
  expect(recordOf(out, "goes")).toBeUndefined();
});

const [home, other] = ["/home/a", "/home/b"].map((path) => rootsOf({ root: [path] }));
const tools = rootsOf({});

it.each([
  ["the same root", tools, tools, ["goes"]],
  ["the same root with a name", home, home, ["goes"]],
  ["another root", home, other, []],
  ["the places of the tools", home, tools, []],
  ["a root with a name", tools, home, []],
])("misses a session only in the root where it was found: %s", async (_, found, read, missed) => {
  const out = emptyFolder();
  if (found) await run(out, both, { roots: found });
  const { vanished } = await run(out, [stays], read ? { roots: read } : {});
  expect(vanished.now.map(({ id }) => id)).toEqual(missed);
  // The one that was found moves to the root where it is now.
  const place = read === home ? "/home/a" : read === other ? "/home/b" : undefined;
  expect(recordOf(out, "stays")?.place).toBe(place && shortHash(place));
});

it("does not miss a session that the options leave out", async () => {
  const out = emptyFolder();
  await run(out, both, { listedBy: "empty" });
  expect(recordOf(out, "goes")?.listedBy).toBe("empty");
  const wouldList = ({ listedBy }: { listedBy?: string }) => listedBy === undefined;
  expect((await run(out, [stays], { wouldList })).vanished.count).toBe(0);
  expect(recordOf(out, "stays")).not.toHaveProperty("listedBy");
  expect((await run(out, [stays])).vanished.count).toBe(1);
});

it("does not take a session that is read from an archive for one in the store", async () => {
  const out = emptyFolder();
  await run(out, both, { roots: rootsOf({ home: "/home/a" }), listedBy: "empty" });
  await run(out, [], { roots: rootsOf({ home: "/home/a" }) });
  const before = recordOf(out, "goes");
  expect(before).toMatchObject({ state: "vanished", listedBy: "empty" });
  const { vanished, reasons } = await run(out, both, { readBy: "jsonl", force: true });
  expect(reasons).toEqual(both.map(() => "other options or another version"));
  expect(vanished).toEqual({ now: [], count: 0 });
  expect(recordOf(out, "goes")).toEqual({ ...before, documents: expect.anything() });
});

it("misses nothing when another run was at work meanwhile", async () => {
  const out = emptyFolder();
  await run(out, both);
  const lock = join(out, ".chatexport/lock");
  writeFileSync(lock, JSON.stringify({ process: process.ppid, host: hostname() }));
  const owners: string[] = [];
  const { vanished } = await run(out, [stays], {
    wait(owner) {
      owners.push(owner);
      rmSync(lock);
    },
  });
  expect(owners).toEqual([`process ${process.ppid}`]);
  expect(vanished).toEqual({ now: [], count: 0 });
});

it("tells how far an archive has a session", async () => {
  const out = emptyFolder();
  await run(out, both, { sinks: [titles, sinkOf("two", async function* () {})] });
  const report = () => {};
  const { sessions, stateOf } = await readArchive(out, { report });
  const revision = [...sessions.values()][0]?.documents[0]?.revision ?? "";
  const ref = { id: "goes", source: "demo", revision, locator: null };
  expect([...sessions.values()].map(({ id }) => id)).toEqual(["goes", "stays"]);
  expect(await stateOf(ref)).toBe("current");
  expect(await stateOf({ ...ref, revision: "another" })).toBe("older");
  expect(await stateOf({ ...ref, id: "unknown" })).toBe("none");
  rmSync(join(out, "demo"), { recursive: true });
  expect(await stateOf(ref)).toBe("none");
  expect((await readArchive(emptyFolder(), { report })).sessions.size).toBe(0);
});
