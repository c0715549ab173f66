import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { refuseUnlessEmpty } from "../src/host/index.js";
import { emptyFolder } from "./folders.js";

test("refuses a folder that holds a file, not one with hidden files alone", () => {
  const folder = join(emptyFolder(), "a");
  refuseUnlessEmpty(folder);
  mkdirSync(folder);
  writeFileSync(join(folder, ".DS_Store"), "");
  refuseUnlessEmpty(folder);
  writeFileSync(join(folder, "notes.md"), "Mine.\n");
  expect(() => refuseUnlessEmpty(folder)).toThrow(`${folder} holds something else: name an empty`);
});
