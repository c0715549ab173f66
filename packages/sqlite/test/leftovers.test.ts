import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "leftovers-"));
  for (const name of ["TMPDIR", "TEMP", "TMP"]) vi.stubEnv(name, folder);
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

function leave(name: string, ageMs: number): void {
  mkdirSync(join(folder, name));
  writeFileSync(join(folder, name, "copy.db"), "what was said");
  const then = new Date(Date.now() - ageMs);
  utimesSync(join(folder, name), then, then);
}

test("copies that a killed process left are removed after a day, and nothing else", async () => {
  // They are looked for when the first copy of a process is made.
  vi.resetModules();
  const { copyPrivately } = await import("../src/private-copy.js");
  const hour = 3_600_000;
  leave("chatexport-copy-old", 25 * hour);
  leave("chatexport-copy-new", 23 * hour);
  leave("chatexport-other", 25 * hour);
  writeFileSync(join(folder, "a.db"), "SQLite format 3");
  const { remove } = copyPrivately(join(folder, "a.db"), undefined);
  remove();
  expect(readdirSync(folder).sort()).toEqual(["a.db", "chatexport-copy-new", "chatexport-other"]);
});
