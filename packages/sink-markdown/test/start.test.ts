import { expect, test, vi } from "vitest";
import markdown from "../src/index.js";
import { documentOf } from "./document.js";
import { sessionOf } from "./sample.js";

const loaded = vi.hoisted(() => {
  // Tests before this one, in the same process, have loaded everything.
  vi.resetModules();
  return [] as string[];
});

vi.mock("remark-stringify", (original) => {
  loaded.push("remark-stringify");
  return original();
});

test("what writes Markdown is loaded with the first document", async () => {
  expect(markdown().keeps).toContain("edits");
  expect(loaded).toEqual([]);
  await documentOf(sessionOf([]));
  await documentOf(sessionOf([]));
  expect(loaded).toEqual(["remark-stringify"]);
});
