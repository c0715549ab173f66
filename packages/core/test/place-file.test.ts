import { lstatSync, readFileSync, statSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fileDigest, placeFile } from "../src/host/index.js";
import { emptyFolder, fileWith } from "./folders.js";

test.each([
  ["nothing", undefined, "new"],
  ["other bytes of the same length", "TEXT", "changed"],
  ["another length", "longer text", "changed"],
  ["the same bytes", "text", "unchanged"],
])("gives a file its name where there is %s", async (_, before, state) => {
  const path = join(emptyFolder(), "a");
  if (before !== undefined) {
    writeFileSync(path, before);
    utimesSync(path, 1, 1);
  }
  const staged = fileWith("text");
  expect(await placeFile(staged, path)).toEqual({ path, bytes: 4, state });
  expect(readFileSync(path, "utf8")).toBe("text");
  expect(statSync(path).mtimeMs === 1000).toBe(state === "unchanged");
  expect(lstatSync(staged, { throwIfNoEntry: false })).toBe(undefined);
});

test("makes the folders of its name", async () => {
  const path = join(emptyFolder(), "a/b/c");
  expect(await placeFile(fileWith("text"), path)).toMatchObject({ state: "new" });
  expect(readFileSync(path, "utf8")).toBe("text");
});

test.runIf(process.platform !== "win32")("replaces a link, and does not follow it", async () => {
  const [folder, target] = [emptyFolder(), fileWith("x".repeat(20))];
  const path = join(folder, "link");
  symlinkSync(target, path);
  // A link is as long as the path in it.
  const same = fileWith("x".repeat(lstatSync(path).size));
  writeFileSync(target, readFileSync(same));
  expect(await placeFile(same, path)).toMatchObject({ state: "changed" });
  expect(lstatSync(path).isFile()).toBe(true);
});

test("tells the SHA-256 of a file", async () => {
  expect(await fileDigest(fileWith("abc"))).toMatch(/^ba7816bf8f01cfea[\da-f]{48}$/);
});
