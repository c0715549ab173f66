import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { contextFor } from "../src/index.js";
import { openFile, readBytes, readJsonLines, readTextFile } from "../src/read/index.js";
import { emptyFolder } from "./folders.js";

test("a text file is read as a whole", () => {
  const path = join(emptyFolder(), "a.json");
  writeFileSync(path, '{"größe":1}');
  expect(readTextFile(path)).toBe('{"größe":1}');
});

test("a piece of a file ends where the file does", () => {
  const path = join(emptyFolder(), "a.txt");
  writeFileSync(path, "0123456789");
  expect(readBytes(path, 2, 3).toString()).toBe("234");
  expect(readBytes(path, 8, 100).toString()).toBe("89");
  expect(readBytes(path, 20, 5)).toHaveLength(0);
});

test.skipIf(process.platform === "win32")("nobody waits for a pipe or a device", async () => {
  const pipe = join(emptyFolder(), "a.jsonl");
  execFileSync("mkfifo", [pipe]);
  for (const path of [pipe, "/dev/zero"]) {
    expect(() => openFile(path)).toThrow("not a regular file");
    expect(() => readTextFile(path)).toThrow("not a regular file");
    await expect(readJsonLines(path, contextFor({}, {})).next()).rejects.toThrow("not a regular");
  }
});
