import { mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SessionRef } from "@chatexport/core";
import { expect, test } from "vitest";
import { missingProjects } from "../src/index.js";

function refIn(path: string, fields: Partial<SessionRef> = {}): SessionRef {
  return { id: path, source: "stub", revision: "", locator: "", project: { path }, ...fields };
}

test.skipIf(process.platform === "win32")("projects that are not there are named", () => {
  const home = mkdtempSync(join(tmpdir(), "missing-"));
  const [old, moved, there] = ["code/shop", "work/shop", "code/blog"].map((path) =>
    join(home, path),
  ) as [string, string, string];
  for (const path of [moved, there]) mkdirSync(path, { recursive: true });
  const gone = join(home, "code/gone");
  const refs = [gone, gone, old, there, join(old, "api")].map((path) => refIn(path));
  expect(missingProjects(refs)).toEqual([
    { path: gone, sessions: 2, isInner: false },
    { path: old, sessions: 1, isInner: false },
    { path: join(old, "api"), sessions: 1, isInner: true },
  ]);
  const beside = [...refs, refIn(join(home, "work/other"))];
  expect(missingProjects(beside)).toContainEqual({
    path: old,
    sessions: 1,
    isInner: false,
    movedTo: moved,
  });
  const elsewhere = refIn("//host/share/shop");
  const remote = refIn("/nowhere/shop", { project: { path: "/nowhere/shop", uri: "ssh://host" } });
  expect(missingProjects([elsewhere, remote])).toEqual([]);
});
