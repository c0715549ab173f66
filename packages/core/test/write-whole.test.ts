import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { writeWhole } from "../src/host/index.js";
import { emptyFolder } from "./folders.js";

test("texts and bytes are written one after the other", () => {
  const path = join(emptyFolder(), "file");
  const file = openSync(path, "w");
  for (const content of ["é", Buffer.from("\n"), ""]) writeWhole(file, content);
  closeSync(file);
  expect(readFileSync(path, "utf8")).toBe("é\n");
});
