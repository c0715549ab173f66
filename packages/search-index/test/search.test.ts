import { answer, prompt, ran, sessionOf } from "@chatexport/testkit";
import fc from "fast-check";
import { expect, it } from "vitest";
import { cache, find, openIn, scan, storeOf } from "./invented-store.js";

const pieces = [
  "kiln",
  "KILN",
  "Straße",
  "ſtraSSe",
  "ΣΊΣΥΦΟΣ",
  "σίσυφος",
  "窯の温度",
  "検",
  "İ",
  "\u212a",
];
const others = [
  "a",
  "_",
  "(x|y)*",
  "Mu\u0308ll",
  "M\u00fcll",
  " ",
  "\n",
  "\u3000",
  "\u00a0",
  "\ufeff",
  "😀",
  "é",
  "0",
  ".",
];
const text = fc
  .array(fc.constantFrom(...pieces, ...others), { maxLength: 12 })
  .map((all) => all.join(""));
const session = fc.record({
  said: fc.array(text, { minLength: 1, maxLength: 4 }),
  command: text,
  output: text,
});
const pattern = fc.oneof(
  text,
  fc.constantFrom(
    "kiln kiln",
    "a a",
    "/kiln|a0/i",
    "/kiln\\s+/",
    "/a||kiln/",
    "/k\\w+n/i",
    "/^kiln$/im",
    "/[窯検]./",
    "/k/iu",
    "/(?<=a)kiln/",
    "/x*/",
    "/σ+/i",
  ),
);

const given = pattern.filter((one) => one.trim() !== "");
/** One pattern, or several with "OR" between some of them. */
const words = fc
  .array(fc.array(given, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 })
  .map((alternatives) =>
    alternatives.flatMap((terms, at) => (at === 0 ? terms : ["OR", ...terms])),
  );

it("finds what reading all sessions finds", async () => {
  const index = await openIn(cache());
  await fc.assert(
    fc.asyncProperty(
      fc.array(session, { maxLength: 5 }),
      fc.array(words, { maxLength: 8 }),
      async (all, asked) => {
        const store = storeOf(
          ...all.map(({ said, command, output }, number) =>
            sessionOf([prompt("p", ...said), answer("a", ran(command, output))], {
              id: `s${number}`,
            }),
          ),
        );
        // Pieces of what is there are found more often than anything else.
        const inside = all
          .map(({ said: [one = ""] }) => [one.slice(1, 6), one.slice(4, 12)])
          .map((terms) => terms.filter((term) => term.trim() !== ""));
        for (const wanted of [...asked, ...inside, ...inside.map((terms) => terms.slice(1))]) {
          if (wanted.length === 0) continue;
          const left = Object.fromEntries(Object.entries(await find(index, store, wanted)));
          expect(left).toEqual(scan(store, wanted));
        }
      },
    ),
    { numRuns: 60 },
  );
});

it.each([
  ["the", "in parts of words"],
  ["日本", "in a script without spaces, two signs long"],
  ["foo(bar", "in code"],
  ["l", "with too little to narrow it down"],
  ["/lo+ng/", "as an expression"],
])("finds %s %s in blocks of a long session", async (wanted) => {
  const long = "other long looong text foo(bar) 東京は日本の首都 ".repeat(900);
  const store = storeOf(
    sessionOf([prompt("p1", long), answer("a1", ran("c", long.repeat(9))), prompt("p2", long)]),
  );
  expect(await find(await openIn(cache()), store, wanted)).toEqual(scan(store, wanted));
});

it("finds what a session says now, of which most was kept before", async () => {
  const prompts = Array.from({ length: 9 }, (_, at) =>
    prompt(`p${at}`, `kiln${at} ${"as it was ".repeat(3000)}`),
  );
  const store = storeOf(sessionOf(prompts.slice(0, 7)));
  const index = await openIn(cache());
  for (const now of [prompts.slice(0, 7), prompts, prompts.slice(2, 8), prompts.slice(0, 1)]) {
    store.sessions = [sessionOf(now)];
    for (const wanted of ["kiln0", "kiln6", "kiln8", "kiln"])
      expect(await find(index, store, wanted)).toEqual(scan(store, wanted));
  }
});

it("counts what is elsewhere, and ranks whole words before parts", async () => {
  const store = storeOf(
    sessionOf([prompt("p", "kilns"), answer("a", ran("fire kiln", "kiln"))], { id: "one" }),
    sessionOf([prompt("p", "the kiln of the kiln")], { id: "two" }),
    sessionOf([prompt("p", "unkilned")], { id: "three" }),
  );
  const { alternativesOf, queryOf } = await import("../src/index.js");
  const index = await openIn(cache());
  await find(index, store, "kiln");
  const isSaid = ({ in: place }: { in: string }) => place === "text";
  const parts = {
    isWanted: isSaid,
    isSaidOnly: true,
    isElsewhere: (part: { in: string }) => !isSaid(part),
  };
  const query = await queryOf(alternativesOf(["kiln"]));
  const answers = [...index.search(query, await store.list(), parts)];
  const byId = Object.fromEntries(answers.map(({ listed, kept }) => [listed.ref.id, kept]));
  expect(byId.one).toMatchObject({ elsewhere: 1, isUncounted: false });
  expect(byId.three?.parts).toHaveLength(1);
  expect(byId.three?.rank).toBeUndefined();
  expect(byId.two?.rank).toBeLessThan(byId.one?.rank ?? Number.NaN);
});
