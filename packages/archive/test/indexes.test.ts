import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Sink } from "@chatexport/core";
import { prompt, sessionOf } from "@chatexport/testkit";
import { expect, it } from "vitest";
import { codesOf, type DemoOptions, run, titles } from "./demo-archive.js";
import { emptyFolder, treeOf } from "./folders.js";
import { sinkOf } from "./stub-archive.js";

const session = sessionOf([prompt("a", "Hello")]);
const more = sessionOf([], { id: "9e11", title: "More" });
const mine = (path: string) => writeFileSync(path, "mine");

it.each<
  [
    string,
    { meanwhile?(path: string): void; after?: object; options?: DemoOptions; states: string[] },
    string[]?,
  ]
>([
  ["nothing has changed", { states: ["unchanged"] }],
  ["a session has come", { after: [session, more], states: ["changed"] }],
  [
    "its sink has other options",
    {
      options: { inputOf: ({ name }) => ({ name, version: "2", options: {} }) },
      states: ["unchanged"],
    },
  ],
  ["it is missing", { meanwhile: (path) => rmSync(path), states: ["new"] }],
  ["it was edited", { meanwhile: mine, states: ["edited"] }],
  [
    "it was edited, and a session has come",
    { meanwhile: mine, after: [session, more], states: ["edited"] },
    ["document-edited"],
  ],
  [
    "it was edited, and it is forced",
    { meanwhile: mine, options: { force: true }, states: ["changed"] },
  ],
  [
    "its sink cannot make one",
    {
      after: [session, more],
      options: {
        sinks: [
          {
            ...titles,
            async *index() {
              yield "# Sessions";
              throw new Error("no index");
            },
          },
        ],
      },
      states: [],
    },
    ["document-failed"],
  ],
])("when %s", async (_, { meanwhile, after = [session], options, states }, codes = []) => {
  const out = emptyFolder();
  const path = join(out, "index.one");
  expect((await run(out, [session])).indexes).toEqual([{ sink: "one", path, state: "new" }]);
  meanwhile?.(path);
  const again = await run(out, after as [typeof session], options);
  expect(again.indexes).toEqual(states.map((state) => ({ sink: "one", path, state })));
  expect(codesOf(again)).toEqual(codes);
  for (const { origin } of again.diagnostics) expect(origin).toEqual({ path });
  if (states[0] === "edited") expect(readFileSync(path, "utf8")).toBe("mine");
  else if (states.length > 0)
    expect(JSON.parse(readFileSync(path, "utf8"))).toHaveLength((after as []).length);
  expect(Object.keys(treeOf(out)).filter((name) => name.endsWith(".tmp"))).toEqual([]);
});

it.each([
  ["a file", mine],
  ["a folder", (path: string) => mkdirSync(path)],
  ["a link", (path: string) => symlinkSync("elsewhere", path)],
])("leaves %s alone that has its name from before", async (_, make) => {
  const out = emptyFolder();
  const path = join(out, "index.one");
  make(path);
  const { indexes, diagnostics } = await run(out, [session]);
  expect(indexes).toEqual([{ sink: "one", path, state: "edited" }]);
  expect(diagnostics).toMatchObject([
    { severity: "info", code: "index-name-taken", origin: { path } },
  ]);
});

it("is not there without sessions, and shows only those of its sink", async () => {
  const out = emptyFolder();
  expect((await run(out, [])).indexes).toEqual([]);
  const plain = sinkOf("two", async function* () {
    yield "two";
  });
  expect((await run(out, [more], { sinks: [plain] })).indexes).toEqual([]);
  await run(out, [session], { sinks: [plain, titles] });
  expect(JSON.parse(readFileSync(join(out, "index.one"), "utf8"))).toMatchObject([
    { id: session.id, href: "demo/no-project/a-title-5f0c7d1e.one" },
  ]);
});

it("leads to documents whatever their names, and tells why it could not be written", async () => {
  const out = emptyFolder();
  const odd: Sink = { ...titles, extension: "(o'*!)" };
  await run(out, [sessionOf([], { title: "été", project: { name: "日本" } })], { sinks: [odd] });
  const [entry] = JSON.parse(readFileSync(join(out, "index.(o'*!)"), "utf8"));
  expect(entry.href).toBe("demo/%E6%97%A5%E6%9C%AC/%C3%A9t%C3%A9-5f0c7d1e.%28o%27%2A%21%29");
});

it("stops at once when the run is ended", async () => {
  const out = emptyFolder();
  const ending = new AbortController();
  const sinks: Sink[] = [titles, { ...titles, name: "two", extension: "two" }].map((sink) => ({
    ...sink,
    async *index() {
      ending.abort();
      yield "a";
    },
  }));
  const { indexes, diagnostics } = await run(out, [session], { sinks, signal: ending.signal });
  expect([indexes, diagnostics]).toEqual([[], []]);
});

it("keeps the files of an index, gives them back unless they were changed, and removes the others", async () => {
  const out = emptyFolder();
  const seen: unknown[] = [];
  let names = ["a.txt", "b.txt"];
  const sink: Sink = {
    ...titles,
    async *index(entries, { folder }) {
      if (!folder) throw new Error("an archive has a folder");
      let documents = 0;
      for (const entry of entries)
        for await (const piece of folder.textOf(entry)) documents += Number(piece !== "");
      seen.push([await folder.earlier("a.txt"), await folder.earlier("b.txt"), documents]);
      for (const name of names) await folder.put(name, `${entries.length} in ${name}`);
      yield `${entries.length} ${folder.link}`;
    },
  };
  const beside = (name: string) => join(out, "index.files", name);
  const options = { sinks: [sink] };
  await run(out, [session], options);
  expect(readFileSync(beside("b.txt"), "utf8")).toBe("1 in b.txt");

  writeFileSync(beside("b.txt"), "0 in b.txt");
  names = ["a.txt", "c.txt"];
  await run(out, [session, more], options);
  expect(Object.keys(treeOf(join(out, "index.files")))).toEqual(["a.txt", "c.txt"]);

  // One that is missing is made again.
  rmSync(beside("c.txt"));
  await run(out, [session, more], options);
  expect(readFileSync(beside("c.txt"), "utf8")).toBe("2 in c.txt");
  await run(out, [session, more], options);
  expect(seen).toEqual([
    [undefined, undefined, 1],
    ["1 in a.txt", undefined, 2],
    ["2 in a.txt", undefined, 2],
  ]);
});
