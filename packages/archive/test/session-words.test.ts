import type { ListedSession, SessionRef, Source } from "@chatexport/core";
import { expect, test } from "vitest";
import { sessionsNamed } from "../src/index.js";
import { shortIds } from "../src/names.js";

const source = { name: "stub" } as Source;
const ids = ["4f2a9c1e-0000-4000-8000-0000000000a1", "4f2a9c1e-0000-4000-8000-0000000000b2"];
const listed: ListedSession[] = ids.map((id) => {
  const ref: SessionRef = { id, source: "stub", revision: "", locator: "" };
  return { ref, source };
});
const shortId = shortIds(listed.map(({ ref }) => ref));

function named(word: string): number[] {
  const found = sessionsNamed(word, listed, shortId);
  return found.map((one) => listed.indexOf(one));
}

test.each([
  [ids[0] ?? "", [0]],
  ["4F2A9C1E", [0, 1]],
  ["0000b2", [1]],
  ["000000a1", [0]],
  ["2026-01-31-lantern-000000b2.md", [1]],
  ["claude/shop/2026-01-31-lantern-000000b2/index.html", [1]],
  ["2026-01-31-lantern-000000a1-2.html", [0]],
  [`file:///home/index.html#${ids[1]}`, [1]],
  ["%E0%A4%A", []],
  ["-", []],
  ["nothing", []],
])("%s names %j", (word, found) => {
  expect(named(word)).toEqual(found);
});
