import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { Sink } from "@chatexport/core";
import { textOf } from "@chatexport/core/read";
import { describe, expect, it } from "vitest";
import { documentsIn, emptyFolder, makeOld, stateOf, treeOf, visibleOf } from "./folders.js";
import { type Content, sinkOf, write } from "./stub-archive.js";

/**
 * A sink with pages: the text is "PAGE=CONTENT, PAGE=CONTENT"; all pages show one image, and the
 * document shows the links only.
 */
const sink: Sink = {
  ...sinkOf("txt", async function* ({ native }, { asset, page }) {
    const pages = (textOf(native?.text) ?? "").split(", ");
    for (const [name = "", content = ""] of pages.map((one) => one.split("="))) {
      const link = page?.(
        name,
        (async function* () {
          yield `${content} ${await asset(Buffer.from("image"), "image/png")}\n`;
        })(),
      );
      yield `${(await link) ?? content}\n`;
    }
  }),
  layout: "folder",
};
const asFile: Sink = { ...sink, layout: "file" };

const folder = "stub/no-project/walk-session1";
const walk = { title: "Walk", text: "one=a, two=b" };
const longerWalk = { title: "Walk", text: "one=aa, two=b" };
const hike = { title: "Hike", text: "two=b" };
const image = expect.stringMatching(/\/files\/[0-9a-f]{16}\.png$/);

async function archiveOf(content: Content): Promise<string> {
  const out = emptyFolder();
  await write(out, content, [sink]);
  return out;
}

/** The files of an archive with a first run undisturbed, to compare others with. */
async function undisturbed(content: Content): Promise<Record<string, string>> {
  return treeOf(await archiveOf(content));
}

function read(out: string, name: string): string {
  return readFileSync(join(out, folder, name), "utf8");
}

describe("a sink that asks for folders", () => {
  it("gets one with the document, its pages and its files", async () => {
    const out = await archiveOf(walk);
    expect(documentsIn(out)).toEqual([
      image,
      `${folder}/index.txt`,
      `${folder}/one.txt`,
      `${folder}/two.txt`,
    ]);
    expect(read(out, "index.txt")).toBe("one.txt\ntwo.txt\n");
    expect(read(out, "one.txt")).toMatch(/^a files\/[0-9a-f]{16}\.png\n$/);
  });

  it("gets names for pages that are files of their own everywhere", async () => {
    const long = "日本".repeat(100);
    const names = ["One", "one", "ONE!", "Index", "CON", "../../x", "…", "", long, `${long}!`];
    const out = await archiveOf({
      title: "Walk",
      text: names.map((name) => `${name}=a`).join(", "),
    });
    const pages = documentsIn(out).flatMap((path) => /([^/]+)\.txt$/.exec(path)?.[1] ?? []);
    const short = pages.filter((page) => !page.startsWith("日"));
    expect(short.sort()).toEqual(
      ["index", "index-2", "one", "one-2", "one-3", "con-", "x", "page", "page-2"].sort(),
    );
    expect(pages).toHaveLength(names.length + 1);
    for (const page of pages) expect(Buffer.byteLength(`${page}.txt`)).toBeLessThanOrEqual(120);
  });

  it("may write a page while another one is written", async () => {
    const out = emptyFolder();
    const nested: Sink = {
      ...sinkOf("txt", async function* (_, { page }) {
        const inner = async function* () {
          yield "inside\n";
        };
        const outer = async function* () {
          yield `to ${await page?.("Same", inner())}\n`;
        };
        yield `to ${await page?.("Same", outer())}\n`;
      }),
      layout: "folder",
    };
    await write(out, { title: "Nested" }, [nested]);
    const tree = treeOf(join(out, "stub/no-project/nested-session1"));
    expect(tree).toEqual({
      "index.txt": "to same.txt\n",
      "same.txt": "to same-2.txt\n",
      "same-2.txt": "inside\n",
    });
  });

  it("leaves nothing behind when it fails in the middle", async () => {
    const out = emptyFolder();
    const failing: Sink = {
      ...sink,
      async *render(session, context) {
        yield* sink.render(session, context);
        throw new Error("no more");
      },
    };
    await expect(write(out, walk, [failing])).rejects.toThrow("no more");
    expect(Object.keys(treeOf(out)).filter((path) => !path.endsWith(".jsonl"))).toEqual([
      ".chatexport",
    ]);
  });
});

describe("a folder of a session", () => {
  it("stays untouched while nothing changes", async () => {
    const out = await archiveOf(walk);
    makeOld(out);
    const before = stateOf(out);
    for (const force of [false, true]) {
      const { results } = await write(out, walk, [sink], { force });
      expect(results).toMatchObject([{ state: "unchanged" }]);
      expect(stateOf(out)).toEqual(before);
    }
  });

  it("gets another name with its title, and loses the pages that are gone", async () => {
    const out = await archiveOf(walk);
    const { results } = await write(out, hike, [sink]);
    expect(results).toMatchObject([{ state: "renamed", reason: `it was ${folder}/index.txt` }]);
    expect(treeOf(out)).toEqual(await undisturbed(hike));
  });

  it("becomes a file and a folder again with the layout", async () => {
    const out = await archiveOf(walk);
    const before = treeOf(out);
    expect((await write(out, walk, [asFile])).results).toMatchObject([{ state: "renamed" }]);
    expect(documentsIn(out)).toEqual([`${folder}.txt`]);
    expect(Object.keys(visibleOf(treeOf(out)))).not.toContain(folder);
    await write(out, walk, [sink]);
    expect(treeOf(out)).toEqual(before);
  });

  it.each([
    ["is missing", (path: string) => rmSync(path)],
    ["is empty, as after a power cut", (path: string) => truncateSync(path)],
  ])("gets a page, document or image back that %s", async (_, damage) => {
    const out = await archiveOf(walk);
    const before = treeOf(out);
    for (const path of documentsIn(out)) {
      damage(join(out, path));
      const { diagnostics } = await write(out, walk, [sink]);
      expect(diagnostics).toEqual([]);
      expect(treeOf(out)).toEqual(before);
    }
  });

  it("says nothing and writes nothing when it is only tried", async () => {
    const out = emptyFolder();
    const { results } = await write(out, walk, [sink], { isDryRun: true });
    expect(results).toMatchObject([{ state: "new" }]);
    expect(treeOf(out)).toEqual({});
  });
});

describe("a page that somebody edited", () => {
  it.each([
    ["also in its length", "edited", (page: string) => `${page}mine`],
    // Nothing is read to find out that there is nothing to do.
    ["in the same length", "unchanged", (page: string) => page.replace("a", "Z")],
  ])("%s keeps the folder as it is", async (_, quiet, edit) => {
    const out = await archiveOf(walk);
    const path = join(out, folder, "one.txt");
    writeFileSync(path, edit(read(out, "one.txt")));
    const before = visibleOf(treeOf(out));
    expect(await write(out, walk, [sink])).toMatchObject({
      results: [{ state: quiet }],
      diagnostics: [],
    });
    for (const content of [longerWalk, hike, { title: "Walk", text: "two=b" }]) {
      const { results, diagnostics } = await write(out, content, [sink]);
      expect(results).toMatchObject([{ state: "edited", path: join(out, folder, "index.txt") }]);
      expect(diagnostics).toMatchObject([{ code: "document-edited", origin: { path } }]);
      expect(visibleOf(treeOf(out))).toEqual(before);
    }
    await write(out, walk, [asFile]);
    expect(visibleOf(treeOf(out))).toEqual(before);
  });

  it("is written over with --force where it lies, and left where it lay", async () => {
    const out = await archiveOf(walk);
    const path = join(out, folder, "one.txt");
    appendFileSync(path, "mine");
    await write(out, longerWalk, [sink], { force: true });
    expect(treeOf(out)).toEqual(await undisturbed(longerWalk));
    appendFileSync(path, "mine");
    await write(out, hike, [sink], { force: true });
    expect(documentsIn(out).filter((one) => one.startsWith(folder))).toEqual([`${folder}/one.txt`]);
  });

  it("may have been there before the archive", async () => {
    const out = emptyFolder();
    mkdirSync(join(out, folder), { recursive: true });
    writeFileSync(join(out, folder, "two.txt"), "mine");
    const { results } = await write(out, walk, [sink]);
    expect(results).toMatchObject([{ state: "edited" }]);
    expect(documentsIn(out)).toEqual([`${folder}/two.txt`]);
  });
});

describe("a run that ends before it has placed all of a folder", () => {
  /** The announcements of a run, put beside the manifest before it. */
  function announce(out: string, manifest: Buffer): void {
    const own = join(out, ".chatexport");
    writeFileSync(join(own, "journal.jsonl"), readFileSync(join(own, "manifest.jsonl")));
    writeFileSync(join(own, "manifest.jsonl"), manifest);
  }

  // The document is the same in both, so only the pages tell how far the run came.
  it.each(["no page", "a page", "all pages"])(
    "leaves %s, and nothing looks edited",
    async (far) => {
      const out = await archiveOf(walk);
      const manifest = readFileSync(join(out, ".chatexport/manifest.jsonl"));
      const before = visibleOf(treeOf(out));
      const changed = { title: "Walk", text: "one=aa, two=bb" };
      await write(out, changed, [sink]);
      const after = treeOf(out);
      expect(after[`${folder}/index.txt`]).toBe(before[`${folder}/index.txt`]);

      announce(out, manifest);
      const placed = { "no page": 0, "a page": 1, "all pages": 2 }[far] ?? 0;
      for (const name of ["one.txt", "two.txt"].slice(placed))
        writeFileSync(join(out, folder, name), before[`${folder}/${name}`] ?? "");
      const { diagnostics } = await write(out, changed, [sink]);
      expect(diagnostics).toEqual([]);
      expect(treeOf(out)).toEqual(after);
    },
  );

  it("leaves no page of a folder that never came to be", async () => {
    const out = await archiveOf(walk);
    const manifest = readFileSync(join(out, ".chatexport/manifest.jsonl"));
    const before = visibleOf(treeOf(out));
    await write(out, { ...walk, title: "Hike" }, [sink]);
    announce(out, manifest);
    for (const [path, content] of Object.entries(before)) {
      if (content === "(folder)") mkdirSync(join(out, path), { recursive: true });
      else writeFileSync(join(out, path), content);
    }
    rmSync(join(out, "stub/no-project/hike-session1/index.txt"));
    await write(out, walk, [sink]);
    expect(visibleOf(treeOf(out))).toEqual(before);
  });

  it("goes on where a file could not get its name", async () => {
    const out = await archiveOf(walk);
    // Nothing can be put in the place of a folder that is not empty.
    const inTheWay = join(out, folder, "two.txt");
    rmSync(inTheWay);
    mkdirSync(join(inTheWay, "mine"), { recursive: true });
    await expect(write(out, longerWalk, [sink], { force: true })).rejects.toThrow();
    rmSync(inTheWay, { recursive: true });
    const { diagnostics } = await write(out, { title: "Walk", text: "one=aaa, two=b" }, [sink]);
    expect(diagnostics).toEqual([]);
    expect(treeOf(out)).toEqual(await undisturbed({ title: "Walk", text: "one=aaa, two=b" }));
  });
});
