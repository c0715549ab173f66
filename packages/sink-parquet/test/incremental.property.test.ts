import type { Session } from "@chatexport/core";
import {
  answer,
  hostileStrings,
  prompt,
  ran,
  sampleSessions,
  sessionOf,
} from "@chatexport/testkit";
import { array, assert, asyncProperty, constantFrom, integer, record, subarray } from "fast-check";
import { expect, test } from "vitest";
import { newFolder } from "../../../tests/sinks/run-dataset.js";
import { contentOf, writeTables } from "./tables.js";

/** Sessions with odd texts in every place. */
const odd: Session[] = hostileStrings.map((text, index) => ({
  ...sessionOf([
    prompt(`p${index}`, text),
    { ...answer("a", text), parts: [{ ...ran(text, text), input: { [text]: [text] } }] },
  ]),
  ...{ id: `${index % 3}${text}`, title: text, startedAt: `2026-0${(index % 3) + 1}-01T00:00:00Z` },
}));
const all = [...sampleSessions(), ...odd];

const run = record({ sessions: subarray(all), revision: integer({ min: 1, max: 3 }) });

test("tables that grew are those that were written in one go, to the byte", async () => {
  const atOnce = newFolder();
  await writeTables(atOnce, all, { revision: "9" });
  const expected = contentOf(atOnce);
  const runs = array(run, { maxLength: 4 });
  await assert(
    asyncProperty(runs, constantFrom(true, false), async (earlier, isForced) => {
      const folder = newFolder();
      for (const { sessions, revision } of earlier)
        await writeTables(folder, sessions, { revision: String(revision) });
      await writeTables(folder, all.toReversed(), { revision: "9", isForced });
      expect(contentOf(folder)).toEqual(expected);
    }),
    { numRuns: 10 },
  );
});
