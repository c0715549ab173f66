import { existsSync, mkdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { prompt, sessionOf } from "@chatexport/testkit";
import { describe, expect, it } from "vitest";
import { isArchive, openFolders } from "../src/index.js";
import { codesOf, run } from "./demo-archive.js";
import { emptyFolder, treeOf } from "./folders.js";

const session = sessionOf([prompt("a", "Hello")]);

describe("the folders of an archive", () => {
  it("are made once, for their owner alone, and go when they are empty", async () => {
    const root = join(emptyFolder(), "a/b");
    const folders = await openFolders(root);
    const path = await folders.make("demo", "app");
    expect(path).toBe(join(root, "demo", "app"));
    for (const folder of [root, join(root, "demo"), path])
      expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(await folders.make("demo", "app")).toBe(path);
    for (const name of ["demo/app/one", "demo/two"]) writeFileSync(join(root, name), "");
    await folders.remove("demo/app/one");
    expect(treeOf(root)).toEqual({ demo: "(folder)", "demo/two": "" });
    // One that was removed is made again.
    await folders.make("demo", "app");
    expect(existsSync(path)).toBe(true);
    await folders.remove("demo/app/one");
    await folders.remove("demo/two");
    await folders.remove("nowhere/one");
    expect(treeOf(root)).toEqual({});
    expect(existsSync(root)).toBe(true);
  });

  it("are not left through a link", async () => {
    const [root, outside] = [join(emptyFolder(), "archive"), emptyFolder()];
    mkdirSync(root);
    writeFileSync(join(outside, "mine"), "mine");
    symlinkSync(outside, join(root, "demo"));
    // A neighbour whose name begins like that of the archive is outside, too.
    mkdirSync(`${root}-x`);
    symlinkSync(`${root}-x`, join(root, "near"));
    const folders = await openFolders(root);
    for (const name of ["demo", "near"])
      await expect(folders.make(name)).rejects.toThrow(
        `'${join(root, name)}' is a symbolic link to a place outside of '${root}'`,
      );
    await expect(folders.remove("demo/mine")).rejects.toThrow("is a symbolic link");
    expect(treeOf(outside)).toEqual({ mine: "mine" });
    const { documents, diagnostics } = await run(root, [session]);
    expect([documents, codesOf({ diagnostics })]).toEqual([[], ["document-failed"]]);
    expect(treeOf(outside)).toEqual({ mine: "mine" });
  });

  it("may be links that stay inside", async () => {
    const root = emptyFolder();
    mkdirSync(join(root, "elsewhere"));
    symlinkSync("elsewhere", join(root, "demo"));
    expect((await run(root, [session])).documents).toMatchObject([{ state: "new" }]);
    expect(Object.keys(treeOf(join(root, "elsewhere")))).toContain("no-project");
  });

  it("cannot be made where a file is", async () => {
    const root = emptyFolder();
    writeFileSync(join(root, "demo"), "mine");
    const { diagnostics } = await run(root, [session]);
    expect(diagnostics.map(({ message }) => message)).toEqual([
      "The one document could not be written: a file is where a folder has to be; move it or choose another place.",
    ]);
    await expect(openFolders(join(root, "demo"))).rejects.toThrow("EEXIST");
  });
});

describe("an archive", () => {
  it.each([
    ["with a manifest", "manifest.jsonl", true],
    ["with a journal only", "journal.jsonl", true],
    ["with another file", "lock", false],
  ])("is a folder %s", async (_, name, isOne) => {
    const root = emptyFolder();
    expect(await isArchive(root)).toBe(false);
    mkdirSync(join(root, ".chatexport"));
    writeFileSync(join(root, ".chatexport", name), "");
    expect(await isArchive(root)).toBe(isOne);
  });

  it("is no folder with a folder in the place of a manifest", async () => {
    const root = emptyFolder();
    mkdirSync(join(root, ".chatexport/manifest.jsonl"), { recursive: true });
    expect(await isArchive(root)).toBe(false);
  });
});
