import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { contextFor } from "../src/index.js";
import { openFile, readJsonLines, readTextFile } from "../src/read/index.js";
import { emptyFolder } from "./folders.js";

test("a text file is read as a whole", () => {
  const path = join(emptyFolder(), "a.json");
  writeFileSync(path, '{"größe":1}');
  expect(readTextFile(path)).toBe('{"größe":1}');
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
