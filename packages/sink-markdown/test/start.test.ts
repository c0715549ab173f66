import { sessionOf } from "@chatexport/testkit";
import { expect, test, vi } from "vitest";
import markdown from "../src/index.js";
import { documentOf } from "./document.js";

const loaded = vi.hoisted(() => {
  // Tests before this one, in the same process, have loaded everything.
  vi.resetModules();
  return [] as string[];
});

vi.mock("mdast-util-to-markdown", (original) => {
  loaded.push("mdast-util-to-markdown");
  return original();
});

test("the library is loaded with the first document", async () => {
  expect(markdown().keeps).toContain("edits");
  expect(loaded).toEqual([]);
  expect(await documentOf(sessionOf([]))).toContain("# A title\n");
  expect(loaded).toEqual(["mdast-util-to-markdown"]);
});
