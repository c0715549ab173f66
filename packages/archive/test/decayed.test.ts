import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { answer, prompt, sessionOf } from "@chatexport/testkit";
import { expect, it } from "vitest";
import { readArchive } from "../src/index.js";
import { codesOf, ownRecords, run, titles } from "./demo-archive.js";
import { documentsIn, emptyFolder } from "./folders.js";
import { sinkOf } from "./stub-archive.js";

const at = (minute: number) => ({ createdAt: `2026-03-01T10:0${minute}:00.000Z` });
const first = { ...prompt("a", "First"), ...at(1) };
const second = { ...answer("b", "Second"), ...at(2) };
const third = { ...answer("c", "Third"), ...at(3) };
const fourth = { ...answer("d", "Fourth"), ...at(4) };

const whole = sessionOf([first, second, third]);
const less = sessionOf([first, third]);
const lessButOn = sessionOf([first, third, fourth]);
const name = "demo/no-project/a-title-5f0c7d1e";

it("keeps the document of a session of which the store has lost a part", async () => {
  const out = emptyFolder();
  await run(out, [whole]);
  const lost = await run(out, [less]);
  expect(lost.documents).toEqual([
    {
      sink: "one",
      path: join(out, `${name}.one`),
      state: "decayed",
      reason: "the store has lost 1 of 2 answers",
    },
  ]);
  expect(lost.diagnostics).toMatchObject([
    {
      severity: "warning",
      code: "session-shrunk",
      source: "demo",
      session: "5f0c7d1e",
      message:
        "The store has lost 1 of 2 answers of this session, so its documents stay as they were; --force writes what is left.",
    },
  ]);
  expect(readFileSync(join(out, `${name}.one`), "utf8")).toContain("Second");
  const [record] = ownRecords(out, "manifest");
  expect(record).toMatchObject({ state: "decayed", extent: { answers: 2 } });

  // It is not read again until it changes, and the archive has more than the store.
  const again = await run(out, [less]);
  expect([again.reasons, codesOf(again)]).toEqual([[], []]);
  expect(again.documents).toMatchObject([{ state: "decayed" }]);
  const { stateOf } = await readArchive(out, { report: () => {} });
  const revision = String(record?.refused);
  expect(await stateOf({ id: "5f0c7d1e", source: "demo", revision, locator: 0 })).toBe("current");

  expect((await run(out, [less], { force: true })).documents).toMatchObject([{ state: "changed" }]);
  expect(readFileSync(join(out, `${name}.one`), "utf8")).not.toContain("Second");
  expect(ownRecords(out, "manifest")[0]).not.toHaveProperty("refused");
});

it("writes beside the document of a session that lost a part and went on", async () => {
  const out = emptyFolder();
  await run(out, [whole]);
  for (const edition of [2, 3]) {
    const messages = edition === 2 ? lessButOn.messages : [{ ...answer("e", "Fifth"), ...at(5) }];
    const { documents, diagnostics, indexes } = await run(out, [sessionOf(messages)]);
    const path = join(out, `${name}-${edition}.one`);
    expect(documents).toMatchObject([{ path, state: "new" }]);
    expect(diagnostics.map(({ message }) => message)).toEqual([
      expect.stringMatching(/, and it has gone on since: its documents stay as they were, and new/),
    ]);
    expect(indexes).toMatchObject([{ state: "changed" }]);
    expect(ownRecords(out, "manifest")).toMatchObject([{ edition, state: "decayed" }]);
  }
  expect(documentsIn(out)).toEqual([`${name}-2.one`, `${name}-3.one`, `${name}.one`]);
  expect(JSON.parse(readFileSync(join(out, "index.one"), "utf8"))).toMatchObject([
    { href: `${name}-3.one`, earlier: [`${name}.one`, `${name}-2.one`], state: "decayed" },
  ]);
  expect((await run(out, [sessionOf([fourth])], { sinks: [] })).vanished.count).toBe(0);

  // The earlier documents are what is left when the last one is deleted.
  rmSync(join(out, `${name}-3.one`));
  expect((await run(out, [])).vanished).toMatchObject({ now: [{ id: "5f0c7d1e" }] });
});

it("has nothing to keep where somebody has deleted the documents", async () => {
  const out = emptyFolder();
  await run(out, [whole]);
  rmSync(join(out, `${name}.one`));
  const { documents, diagnostics } = await run(out, [less]);
  expect([documents, diagnostics]).toMatchObject([[{ state: "new" }], []]);
});

it("makes the first document of another sink of what is left", async () => {
  const out = emptyFolder();
  const two = sinkOf("two", titles.render as Parameters<typeof sinkOf>[1]);
  await run(out, [whole]);
  const { documents } = await run(out, [less], { sinks: [titles, two] });
  expect(documents.map(({ state }) => state)).toEqual(["decayed", "new"]);
  expect(readFileSync(join(out, `${name}.two`), "utf8")).toContain("Third");
});
