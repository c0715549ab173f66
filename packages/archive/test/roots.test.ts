import { resolve } from "node:path";
import { expect, it } from "vitest";
import { rootsOf, shortHash } from "../src/index.js";

const nameOf = (path: string) => shortHash(resolve(path));

it("have no name where the tools have them", () => {
  const roots = rootsOf({});
  expect([roots.nameOf("/anywhere"), roots.nameOf(undefined)]).toEqual([undefined, undefined]);
  expect([roots.has(undefined), roots.has(nameOf("/a"))]).toEqual([true, false]);
});

it.each([
  ["/a/file", "/a"],
  ["/a", "/a"],
  ["/b/c/file", "/b/c"],
  ["/home/file", "/home"],
  ["/b/..c/file", "/b"],
  // What is in none of them counts as found in the first.
  ["/elsewhere", "/a"],
  ["/ab/file", "/a"],
  ["/", "/a"],
  [undefined, "/a"],
])("is that in which a session lies: %s in %s", (path, root) => {
  const roots = rootsOf({ root: ["/a", "/b/c", "/b/"], home: "/home" });
  expect(roots.nameOf(path)).toBe(nameOf(root));
  expect(roots.has(nameOf(root))).toBe(true);
  expect(roots.has(undefined)).toBe(false);
});

it("is the home when there is no other", () => {
  expect(rootsOf({ home: "/home" }).nameOf("/x")).toBe(nameOf("/home"));
  expect(rootsOf({ root: ["relative"] }).nameOf(undefined)).toBe(nameOf("relative"));
});
