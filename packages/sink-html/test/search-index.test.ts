import type { IndexEntry } from "@chatexport/core";
import { answer, prompt, sessionOf } from "@chatexport/testkit";
import fc from "fast-check";
import { expect, test } from "vitest";
import { writeSearchIndex } from "../src/index-page/search-index.js";
import { searchWords } from "../src/index-page/search-words.js";
import { pageOf } from "./browser/pages.js";
import { conversationPage, memoryFolder } from "./memory-folder.js";

const entry = (id: number): IndexEntry => ({
  id: String(id),
  source: "demo",
  startedAt: `2026-01-${String(1 + (id % 28)).padStart(2, "0")}T08:00:00Z`,
  href: `${id}.html`,
});

/** The links to the sessions with a word, as the files say it. */
function sessionsWith(word: string, files: ReadonlyMap<string, string>): string[] {
  const lines = (files.get("sessions.txt") ?? "").trimEnd().split("\n").slice(1);
  const found: string[] = [];
  for (const [name, text] of files) {
    const [, json = '""'] = /^takeWords\([0-9]+,(.*)\);\n$/.exec(text) ?? [];
    if (name !== "sessions.txt")
      for (const line of (JSON.parse(json) as string).split(";")) {
        const [itsWord, steps = ""] = line.split(" ");
        let number = 0;
        if (itsWord === word)
          for (const step of steps.split(",")) {
            number += Number.parseInt(step, 36);
            found.push(lines[number]?.split(" ").at(-1) ?? "");
          }
      }
  }
  return found.sort();
}

const words = fc.array(fc.constantFrom("boat", "Öl", "rope", "鉄道", "x", "a_b", "seagull"), {
  maxLength: 5,
});
const pages = fc.dictionary(fc.nat({ max: 40 }).map(String), words, { maxKeys: 12 });

test("The files say of each word what a look into each page says, also after changes", async () => {
  await fc.assert(
    fc.asyncProperty(pages, pages, async (before, after) => {
      let kept = new Map<string, string>();
      for (const archive of [before, after]) {
        const page = (href: string) =>
          conversationPage((archive[href.replace(".html", "")] ?? []).join(" "), "hidden");
        const entries = Object.keys(archive).map((id) => entry(Number(id)));
        const fresh = memoryFolder(page);
        await writeSearchIndex(entries, fresh.folder);
        const { folder, files } = memoryFolder(page, kept);
        await writeSearchIndex(entries, folder);
        // Nothing tells how it was made.
        expect(files).toEqual(fresh.files);
        for (const word of ["boat", "ol", "rope", "鉄道", "x", "a_b", "seagull", "hidden"]) {
          const expected = Object.entries(archive)
            .filter(([, said]) => word.length > 1 && searchWords(said.join(" ")).includes(word))
            .map(([id]) => `${id}.html`);
          expect(sessionsWith(word, files)).toEqual(expected.sort());
        }
        kept = files;
      }
    }),
    { numRuns: Number(process.env.FUZZ_RUNS ?? 100) },
  );
});

test("Pages that are as before are not read again, unless what was kept is damaged", async () => {
  const page = (href: string) => conversationPage(`boat ${href === "2.html" ? "rope" : ""}`);
  const first = memoryFolder(page);
  await writeSearchIndex([entry(1), entry(2)], first.folder);
  expect(first.read).toEqual(["1.html", "2.html"]);

  const second = memoryFolder(page, first.files);
  await writeSearchIndex([entry(1), entry(2), entry(3)], second.folder);
  expect(second.read).toEqual(["3.html"]);
  expect(sessionsWith("rope", second.files)).toEqual(["2.html"]);

  const damaged = new Map([...second.files].filter(([name]) => name === "sessions.txt"));
  const third = memoryFolder(page, damaged);
  await writeSearchIndex([entry(1), entry(2), entry(3)], third.folder);
  expect(third.read).toHaveLength(3);
  expect(third.files).toEqual(second.files);
});

test("Prompts and answers of a real page, also of sub-agents, are found; calls are not", async () => {
  const subagent = {
    ...sessionOf([prompt("c", "Count the <gulls>."), answer("d", "There are seven.")]),
    id: "agent-1",
  };
  const session = sessionOf([
    prompt("a", "Where is the *lighthouse*?"),
    answer("b", "At the **pier**&co.", {
      ...{ type: "tool-call", id: "t1", name: "Task", input: { note: "barnacle" } },
      ...{ kind: "task", status: "completed", subagent: "agent-1", task: "Count" },
    }),
  ]);
  const page = await pageOf({ ...session, subagents: [subagent] });
  const { folder, files } = memoryFolder(() => page);
  await writeSearchIndex([entry(1)], folder);
  for (const word of ["lighthouse", "pier", "co", "gulls", "seven"])
    expect(sessionsWith(word, files)).toEqual(["1.html"]);
  for (const word of ["assistant", "barnacle"]) expect(sessionsWith(word, files)).toEqual([]);
  const said = [
    "Where is the *lighthouse*?",
    "At the pier&co.",
    "Count the <gulls>.",
    "There are seven.",
  ];
  expect(files.get("texts-0.js")).toBe(`takeTexts(0,${JSON.stringify([said.join("\n")])});\n`);
});
