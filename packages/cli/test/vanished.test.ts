import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { documentsIn, emptyFolder, filesIn, homeWith, writeTranscript } from "./binary.js";
import { chatexport } from "./in-process.js";
import { archiveOf, both, first, firstName, manifestIn, second } from "./small-archive.js";

describe("a session that is in the store no more", () => {
  const transcript = (home: string) =>
    join(home, `.claude/projects/-home-mira-shop/${first.id}.jsonl`);

  it("stays in the archive, which says so", async () => {
    const { home, out } = await archiveOf(first, second);
    const before = readFileSync(join(out, `${firstName}.md`), "utf8");
    rmSync(transcript(home));
    const { stderr, exitCode } = await chatexport(home, ...both);
    expect(stderr).toContain(
      "The archive keeps 1 session no longer in the store (1 since last time).\n",
    );
    expect(readFileSync(join(out, `${firstName}.md`), "utf8")).toBe(before);
    expect(manifestIn(out)[0]).toMatchObject({ id: first.id, state: "vanished" });
    expect(readFileSync(join(out, "index.md"), "utf8")).toContain("no longer in the store");
    expect(exitCode).toBe(0);

    const again = await chatexport(home, ...both);
    expect(again.stderr).toContain("The archive keeps 1 session no longer in the store.\n");
    expect(again.stderr).toContain("Up to date: 1 session in out.\n");
  });

  it("stays also when everything is gone", async () => {
    const { home, out } = await archiveOf(first, second);
    const before = documentsIn(out).map((path) => readFileSync(join(out, path), "utf8"));
    rmSync(join(home, ".claude"), { recursive: true });
    const { stderr } = await chatexport(home, ...both);
    expect(stderr).toContain("The archive keeps 2 sessions no longer in the store (2 since");
    expect(documentsIn(out).map((path) => readFileSync(join(out, path), "utf8"))).toEqual(before);
    expect(manifestIn(out).map(({ state }) => state)).toEqual(["vanished", "vanished"]);
  });

  it("is an ordinary one again when it comes back", async () => {
    const { home, out } = await archiveOf(first);
    rmSync(transcript(home));
    await chatexport(home, ...both);
    writeTranscript(home, first);
    const { stderr } = await chatexport(home, ...both);
    expect(stderr).not.toContain("no more");
    expect(manifestIn(out)[0]).not.toHaveProperty("state");
    expect(readFileSync(join(out, "index.md"), "utf8")).not.toContain("no longer");
  });

  it("is forgotten when its documents are deleted", async () => {
    const { home, out } = await archiveOf(first, second);
    rmSync(transcript(home));
    rmSync(join(out, "claude/shop"), { recursive: true });
    await chatexport(home, ...both);
    expect(manifestIn(out).map(({ id }) => id)).toEqual([second.id]);
    expect(readFileSync(join(out, "index.md"), "utf8")).not.toContain("First steps");
  });

  it("is not one that lies in another place, or could not be looked for", async () => {
    const home = homeWith(first);
    const other = homeWith(second);
    const roots = [home, other].map((folder) => join(folder, ".claude"));
    for (const root of [...roots, ...roots])
      await chatexport(home, "--root", root, "--to", "jsonl", "--out", "out");
    expect(manifestIn(join(home, "out")).map(({ state }) => state)).toEqual([undefined, undefined]);
  });

  it("is no reason to begin an archive", async () => {
    const home = emptyFolder();
    await chatexport(home, ...both);
    expect(filesIn(home)).toEqual([]);
  });
});
