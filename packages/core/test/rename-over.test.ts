import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { renameOver } from "../src/host/index.js";

/** A system on which a rename fails some times; it tells how long it was waited for, in ms. */
function failing(platform: string, code: string, times: number) {
  let left = times;
  const system = {
    ...{ platform, waited: 0, renamed: 0 },
    rename() {
      if (left-- > 0) throw Object.assign(new Error("in use"), { code });
      system.renamed++;
    },
    wait(ms: number) {
      system.waited += ms;
    },
  };
  return system;
}

test.each(["EPERM", "EACCES", "EBUSY"])("on Windows, a rename is tried again after %s", (code) => {
  const system = failing("win32", code, 3);
  renameOver("a", "b", system);
  expect(system).toMatchObject({ renamed: 1, waited: 70 });
});

test("it gives up after two seconds", () => {
  const system = failing("win32", "EBUSY", 1000);
  expect(() => renameOver("a", "b", system)).toThrow("in use");
  expect(system).toMatchObject({ renamed: 0, waited: 2000 });
});

test.each([
  ["another error", "win32", "ENOENT"],
  ["another system", "linux", "EACCES"],
] as const)("%s is thrown at once", (_, platform, code) => {
  const system = failing(platform, code, 1);
  expect(() => renameOver("a", "b", system)).toThrow("in use");
  expect(system).toMatchObject({ renamed: 0, waited: 0 });
});

test("a file takes the place of another one", () => {
  const folder = mkdtempSync(join(tmpdir(), "chatexport-rename-"));
  try {
    writeFileSync(join(folder, "a"), "new");
    writeFileSync(join(folder, "b"), "old");
    renameOver(join(folder, "a"), join(folder, "b"));
    expect(readFileSync(join(folder, "b"), "utf8")).toBe("new");
  } finally {
    rmSync(folder, { recursive: true });
  }
});
