import { existsSync, mkdtempSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { realDisk } from "../src/disk/disk.js";
import { ignoresCase } from "../src/disk/look-at.js";

// What a file is deleted by is its time in milliseconds; sessions are compared by it.
it.each(["000000000", "122999870", "122999890", "122999999", "123000000", "999999950"])(
  "keeps the milliseconds of a time that ends in .%s",
  (fraction) => {
    const path = join(mkdtempSync(join(tmpdir(), "relocate-disk-")), "file");
    writeFileSync(path, "");
    const time = `1795168800${fraction}`;
    realDisk.setTimes(path, { atimeNs: time, mtimeNs: time });
    const told = 1_795_168_800 * 1e3 + Number(fraction) / 1e6;
    expect(Math.floor(statSync(path).mtimeMs)).toBe(Math.floor(told));
  },
);

it.skipIf(process.platform === "win32")("knows whether the disk ignores case", () => {
  const folder = mkdtempSync(join(tmpdir(), "chatexport-case-"));
  expect(ignoresCase(folder)).toBe(existsSync(folder.toUpperCase()));
  expect(ignoresCase(join(folder, "not/there"))).toBe(ignoresCase(folder));
});
