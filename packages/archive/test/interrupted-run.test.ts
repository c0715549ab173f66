import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import type { Session, Sink } from "@chatexport/core";
import { answer, prompt, sessionOf } from "@chatexport/testkit";
import { expect, it } from "vitest";
import { isArchive, openArchive, readArchive } from "../src/index.js";
import { codesOf, ownRecords, run, titles } from "./demo-archive.js";
import { documentsIn, emptyFolder, treeOf } from "./folders.js";
import { sinkOf } from "./stub-archive.js";

const first = sessionOf([prompt("a", "Hello")]);
const second = sessionOf([prompt("a", "Hello"), answer("b", "Hi")], { title: "New" });
const paths = {
  first: "demo/no-project/a-title-5f0c7d1e.one",
  second: "demo/no-project/new-5f0c7d1e.one",
};
const own = (out: string, name: string) => join(out, ".chatexport", `${name}.jsonl`);

/** Two runs, of which the second ends after some of its files got their names. */
async function interrupted(before: Session[], after: Session[], placed: string[]): Promise<string> {
  const [out, done] = [emptyFolder(), emptyFolder()];
  await run(out, before);
  await run(done, before);
  await run(done, after);
  const journal = ["manifest", "indexes"].map((name) => readFileSync(own(done, name), "utf8"));
  // The last line was cut off.
  writeFileSync(own(out, "journal"), `${journal.join("\n")}\n{"source":"demo","id":"cut`);
  for (const path of placed) {
    mkdirSync(dirname(join(out, path)), { recursive: true });
    copyFileSync(join(done, path), join(out, path));
  }
  return out;
}

it.each([
  ["before a new document got its name", [], [], ["a new session"], ["new"]],
  ["after a new document got its name", [], [paths.second], [], ["unchanged"]],
  ["before a document was replaced", [first], [], ["the session has changed"], ["renamed"]],
  ["before the replaced document was removed", [first], [paths.second], [], ["unchanged"]],
  ["after the index was written", [first], [paths.second, "index.one"], [], ["unchanged"]],
])("goes on %s", async (_, before, placed, reasons, states) => {
  const out = await interrupted(before, [second], placed);
  const undisturbed = emptyFolder();
  await run(undisturbed, [second]);
  const again = await run(out, [second]);
  expect(again.reasons).toEqual(reasons);
  expect(again.documents.map(({ state }) => state)).toEqual(states);
  expect(codesOf(again)).toEqual([]);
  expect(treeOf(out)).toEqual(treeOf(undisturbed));
});

it("is taken over when the archive is only read, and nothing is written", async () => {
  const out = await interrupted([], [second], [paths.second]);
  const before = treeOf(out);
  const { sessions } = await readArchive(out, { report: () => {} });
  expect([...sessions.values()].map(({ title }) => title)).toEqual(["New"]);
  expect(await isArchive(out)).toBe(true);
  expect((await run(out, [second], { isDryRun: true })).reasons).toEqual([]);
  expect(treeOf(out)).toEqual(before);
});

it("leaves what somebody edited since", async () => {
  const out = await interrupted([first], [second], [paths.second]);
  writeFileSync(join(out, paths.first), "mine");
  await run(out, [second]);
  expect(documentsIn(out)).toEqual([paths.first, paths.second]);
});

it("leaves nothing behind of what was rendered and not placed", async () => {
  const out = emptyFolder();
  await run(out, []);
  const [rendered, copy, folder] = ["1-0-0.tmp", "notes.txt", "kept.tmp"].map((name) =>
    join(out, ".chatexport", name),
  );
  for (const path of [rendered, copy]) writeFileSync(path ?? "", "half");
  mkdirSync(folder ?? "");
  await run(out, []);
  expect([rendered, copy, folder].map((path) => existsSync(path ?? ""))).toEqual([
    false,
    true,
    true,
  ]);
});

it("has what it is about to do in its journal, for its owner alone", async () => {
  const out = emptyFolder();
  const journals: string[] = [];
  const watched: Sink = {
    ...titles,
    async *index(entries, context) {
      journals.push(readFileSync(own(out, "journal"), "utf8"));
      expect(statSync(own(out, "journal")).mode & 0o777).toBe(0o600);
      yield* titles.index?.(entries, context) ?? [];
    },
  };
  await run(out, [first], { sinks: [watched] });
  const [record] = ownRecords(out, "manifest");
  expect(journals.map((journal) => JSON.parse(journal))).toEqual([record]);
  expect(existsSync(own(out, "journal"))).toBe(false);
  expect(existsSync(join(out, ".chatexport/lock"))).toBe(false);
});

it("leaves the archive to others when it cannot be opened", async () => {
  const out = emptyFolder();
  mkdirSync(own(out, "manifest"), { recursive: true });
  await expect(openArchive(out, { listed: [], sinks: [] })).rejects.toThrow("EISDIR");
  expect(existsSync(join(out, ".chatexport/lock"))).toBe(false);
  rmSync(own(out, "manifest"), { recursive: true });
  expect((await run(out, [first])).documents).toMatchObject([{ state: "new" }]);
});

it("knows after a failure in the middle which files are its own", async () => {
  const out = emptyFolder();
  const shown: Sink = {
    ...sinkOf("one", async function* ({ title }, { asset }) {
      yield `${title} ${await asset(Buffer.from(`image of ${title}`), "image/png")}`;
    }),
    index: titles.index as NonNullable<Sink["index"]>,
  };
  const sinks = [shown];
  await run(out, [first], { sinks });
  // Nothing can be put in the place of a folder.
  mkdirSync(join(out, paths.second, "mine"), { recursive: true });
  const failed = await run(out, [second], { sinks, force: true });
  expect(failed.diagnostics).toMatchObject([
    { code: "document-failed", origin: { path: join(out, paths.second) } },
  ]);
  expect(ownRecords(out, "manifest")).toMatchObject([{ documents: [{ path: paths.first }] }]);
  expect(documentsIn(out)).toEqual([expect.stringMatching(/^.*a-title.*png$/), paths.first]);
  rmSync(join(out, paths.second), { recursive: true });
  const again = await run(out, [second], { sinks });
  expect([again.documents[0]?.state, codesOf(again)]).toEqual(["renamed", []]);
  expect(documentsIn(out)).toEqual([expect.stringMatching(/^.*new.*png$/), paths.second]);
});

it("still knows them when the document of another sink was placed after the failure", async () => {
  const out = emptyFolder();
  const paged: Sink = {
    ...sinkOf("pages", async function* ({ messages }, { page }) {
      for (const { id, parts } of messages)
        yield `${await page?.(
          id,
          (async function* () {
            yield JSON.stringify(parts);
          })(),
        )}\n`;
    }),
    layout: "folder",
  };
  const sinks = [paged, titles];
  const versions = ["1", "22", "333"].map((text) => sessionOf([prompt("a", text), prompt("b")]));
  const [before, between, after] = versions.map((session) => [session]) as [
    Session[],
    Session[],
    Session[],
  ];
  await run(out, before, { sinks });
  const inTheWay = join(out, "demo/no-project/a-title-5f0c7d1e/b.pages");
  rmSync(inTheWay);
  mkdirSync(join(inTheWay, "mine"), { recursive: true });
  const failed = await run(out, between, { sinks, force: true });
  expect(codesOf(failed)).toEqual(["document-failed"]);
  expect(failed.documents).toMatchObject([{ sink: "one", state: "changed" }]);
  rmSync(inTheWay, { recursive: true });
  const again = await run(out, after, { sinks });
  expect(codesOf(again)).toEqual([]);
  expect(again.documents.map(({ state }) => state)).toEqual(["changed", "changed"]);
});
