import { mkdirSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Session, Sink } from "@chatexport/core";
import { answer, prompt, sampleSessions, sessionOf } from "@chatexport/testkit";
import { expect, it } from "vitest";
import { codesOf, type DemoOptions, run, titles } from "./demo-archive.js";
import { documentsIn, emptyFolder, treeOf } from "./folders.js";
import { sinkOf } from "./stub-archive.js";

const session = sessionOf([prompt("a", "Hello"), answer("b", "Hi")]);
const changed = sessionOf([...session.messages, prompt("c", "Bye")]);
const path = "demo/no-project/a-title-5f0c7d1e.one";
const second = sinkOf("two", async function* () {
  yield "two";
});

interface Case {
  /** The change of the archive in between. */
  meanwhile?(document: string): void;
  after?: Session;
  options?: DemoOptions;
  reasons: string[];
  states: string[];
  codes?: string[];
}

const edit = (document: string) => writeFileSync(document, "mine");
const version = (version: string): DemoOptions => ({
  inputOf: ({ name }) => ({ name, version, options: {} }),
});

it.each<[string, Case]>([
  ["nothing has changed", { reasons: [], states: ["unchanged"] }],
  [
    "the session has changed",
    { after: changed, reasons: ["the session has changed"], states: ["changed"] },
  ],
  [
    "it has another title",
    {
      after: { ...session, title: "New" },
      reasons: ["the session has changed"],
      states: ["renamed"],
    },
  ],
  [
    "there is another sink",
    {
      options: { sinks: [titles, second] },
      reasons: ["not yet in this format"],
      states: ["unchanged", "new"],
    },
  ],
  [
    "a plugin has another version",
    {
      options: version("2"),
      reasons: ["other options or another version"],
      states: ["unchanged"],
    },
  ],
  [
    "a transform has other options",
    {
      options: { inputs: [{ name: "redact", version: "1", options: { a: 1 } }] },
      reasons: ["other options or another version"],
      states: ["unchanged"],
    },
  ],
  [
    "the layout is another",
    {
      options: { sinks: [{ ...titles, layout: "folder" }] },
      reasons: ["it has another name now"],
      states: ["renamed"],
    },
  ],
  ["it is forced", { options: { force: true }, reasons: ["--force"], states: ["unchanged"] }],
  [
    "the document is missing",
    {
      meanwhile: (document) => rmSync(document),
      reasons: ["the file is missing"],
      states: ["new"],
    },
  ],
  [
    "the document is empty",
    {
      meanwhile: (document) => truncateSync(document),
      reasons: ["the file is missing"],
      states: ["new"],
    },
  ],
  ["the document was edited", { meanwhile: edit, reasons: [], states: ["edited"] }],
  [
    "the document was edited, and there is something new",
    {
      meanwhile: edit,
      after: changed,
      reasons: [],
      states: ["edited"],
      codes: ["document-edited"],
    },
  ],
  [
    "the document was edited, and it is forced",
    {
      meanwhile: edit,
      after: changed,
      options: { force: true },
      reasons: ["the session has changed"],
      states: ["changed"],
    },
  ],
  [
    "a link has the name of the document",
    {
      meanwhile(document) {
        rmSync(document);
        symlinkSync("elsewhere", document);
      },
      reasons: ["something else has its name"],
      states: ["edited"],
      codes: ["document-edited"],
    },
  ],
  [
    "a folder has the name of the document",
    {
      meanwhile(document) {
        rmSync(document);
        mkdirSync(document);
      },
      options: { force: true },
      reasons: ["something else has its name"],
      states: [],
      codes: ["document-failed"],
    },
  ],
])("when %s", async (_, { meanwhile, after = session, options, ...expected }) => {
  const out = emptyFolder();
  const first = await run(out, [session], version(""));
  expect(first.reasons).toEqual(["a new session"]);
  expect(first.documents).toMatchObject([{ sink: "one", path: join(out, path), state: "new" }]);
  expect(first.documents[0]?.reason).toBe("a new session");
  meanwhile?.(join(out, path));
  const again = await run(out, [after], { ...version(""), ...options });
  expect(again.reasons).toEqual(expected.reasons);
  expect(again.documents.map(({ state }) => state)).toEqual(expected.states);
  expect(codesOf(again)).toEqual(expected.codes ?? []);
});

it("makes a file beside a document anew when it is missing", async () => {
  const out = emptyFolder();
  const shown: Sink = sinkOf("one", async function* (_, { asset }) {
    yield `${await asset(Buffer.from("image"), "image/png")}`;
  });
  await run(out, [session], { sinks: [shown] });
  const [image = ""] = documentsIn(out);
  rmSync(join(out, image));
  const { reasons, documents } = await run(out, [session], { sinks: [shown] });
  expect(reasons).toEqual(["a file beside it is missing"]);
  expect(documents).toMatchObject([{ state: "unchanged" }]);
  expect(readFileSync(join(out, image), "utf8")).toBe("image");
});

it("tells all that it would do, and does none of it", async () => {
  const out = emptyFolder();
  await run(out, [session]);
  const before = treeOf(out);
  const sessions = [{ ...changed, title: "New" }, ...sampleSessions()];
  const tried = await run(out, sessions, { isDryRun: true });
  expect(treeOf(out)).toEqual(before);
  const done = await run(out, sessions);
  expect(tried).toEqual(done);
  expect(done.documents.map(({ state }) => state)).toEqual([
    "renamed",
    ...sampleSessions().map(() => "new"),
  ]);
  expect(done.documents[0]?.reason).toBe(`it was ${path}`);
});

it("knows sessions of two sources with the same id apart", async () => {
  const out = emptyFolder();
  await run(out, [session, { ...session, source: "other" }]);
  expect(documentsIn(out)).toEqual([path, path.replace("demo/", "other/")]);
  expect((await run(out, [session, { ...session, source: "other" }])).reasons).toEqual([]);
});
