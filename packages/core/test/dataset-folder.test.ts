import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { datasetManifest } from "../src/host/index.js";
import { emptyFolder } from "./folders.js";

const tables = { format: "tables", version: 2, contents: "tables" };

test("refuses a folder that holds a file, not one with hidden files alone", () => {
  const folder = join(emptyFolder(), "a");
  expect(datasetManifest(folder, tables)).toBeUndefined();
  mkdirSync(folder);
  writeFileSync(join(folder, ".DS_Store"), "");
  expect(datasetManifest(folder, tables)).toBeUndefined();
  writeFileSync(join(folder, "notes.md"), "Mine.\n");
  expect(() => datasetManifest(folder, tables)).toThrow(
    `${folder} holds something else: name an empty folder with --out`,
  );
});

test("reads the manifest of its own format and version", () => {
  const folder = emptyFolder();
  const write = (manifest: object) =>
    writeFileSync(join(folder, "manifest.json"), JSON.stringify(manifest));
  write({ format: "tables", version: 2, files: [] });
  expect(datasetManifest(folder, tables)?.files).toEqual([]);
  write({ format: "tables", version: 1 });
  expect(() => datasetManifest(folder, tables)).toThrow(
    `${folder} holds tables of version 1, and this chatexport writes version 2: name another folder, or install the chatexport that wrote this one`,
  );
  write({ format: "others", version: 2 });
  expect(() => datasetManifest(folder, tables)).toThrow("holds something else");
});
