import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { busyHome, treeOf, writeBusySession } from "../archives.js";
import { emptyFolder, exampleHome, homeWith } from "../binary.js";
import { chatexport } from "../in-process.js";
import { kill, statesWhenKilled } from "../killed.js";

const months = 4;

/** The files of tables below a folder, without what the program keeps for itself. */
function tablesIn(home: string): Record<string, string> {
  const tree = Object.entries(treeOf(join(home, "tables")));
  return Object.fromEntries(tree.filter(([name]) => !name.startsWith(".")));
}

function toTables(home: string, ...words: string[]) {
  return chatexport(home, "--from", "claude", "--to", "parquet", "-o", "tables", ...words);
}

describe("tables", () => {
  it("are written once, then only where a session has changed", async () => {
    const home = busyHome(8);
    const first = await toTables(home, "--verbose");
    expect(first.stderr).toContain("Exported 8 sessions and 2 sub-agents to tables");
    expect(first.stderr).toContain("  parquet: 8 new\n");
    const before = tablesIn(home);
    expect((await toTables(home)).stderr).toContain("Up to date: 8 sessions in tables.\n");
    expect(tablesIn(home)).toEqual(before);

    writeBusySession(home, 1, "Another title");
    const dryRun = await toTables(home, "--dry-run");
    expect(dryRun.stderr).toContain("  parquet: 1 changed, 7 unchanged\n");
    expect(tablesIn(home)).toEqual(before);
    expect((await toTables(home)).exitCode).toBe(0);
    const after = tablesIn(home);
    const changed = Object.keys(after).filter((name) => after[name] !== before[name]);
    expect(changed.length).toBeGreaterThan(0);
    for (const name of changed) expect(name).toMatch(/month=2026-02|manifest\.json/);
  });

  it("are written anew with other rules for secrets, and when that is asked for", async () => {
    const home = busyHome(2);
    await toTables(home);
    const words = ["--dry-run", "--no-redact"];
    expect((await toTables(home, ...words)).stderr).toContain("  parquet: 2 changed\n");
    expect((await toTables(home, "-n", "--force")).stderr).toContain("  parquet: 2 changed\n");
  });

  it("hold no secrets", async () => {
    const secret = ["ghp", "Zq83LmTv0aXe5RkWnB7YpJ2cHdUf94GsVi1K"].join("_");
    const home = homeWith({ id: "5f0e4d57-0000-4000-8000-000000000001", title: `Use ${secret}` });
    const { stderr } = await toTables(home);
    expect(stderr).toContain("Masked 1 secret of 1 kind in 1 session");
    expect(JSON.stringify(Object.values(tablesIn(home)))).not.toContain(secret);
  });

  it("take a session that stands in several archives once", async () => {
    const home = busyHome(3);
    for (const machine of ["laptop", "tower", "laptop-copy"])
      await chatexport(home, "--from", "claude", "--to", "jsonl", "-o", join("archives", machine));
    for (const root of ["archives", "arch*/{laptop*,tower}"]) {
      const words = ["--from", "jsonl", "--root", root, "--to", "parquet", "-o", "tables"];
      const { stderr, exitCode } = await chatexport(home, ...words, "--force");
      expect(stderr).toContain("Exported 3 sessions");
      expect(exitCode).toBe(0);
    }
    const none = await chatexport(home, "list", "--root", "archives/x*");
    expect(none.stderr).toContain("error: --root archives/x*: not found.");
    expect(Object.keys(tablesIn(home))).toContain(
      "sessions/source=claude/month=2026-01/data.parquet",
    );
  });

  it("need no decisions about what is private", async () => {
    const home = busyHome(1);
    const folder = join(home, ".config/chatexport");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "share-decisions.json"), "broken");
    const dataset = await chatexport(home, "--to", "dataset", "-o", "set");
    expect(dataset.stderr).toContain("share-decisions.json: ");
    expect((await toTables(home)).exitCode).toBe(0);
  });

  it("are in a folder of their own", async () => {
    const home = busyHome(1);
    writeFileSync(join(home, "notes.txt"), "Mine.\n");
    mkdirSync(join(home, "other"));
    writeFileSync(join(home, "other/notes.md"), "Mine.\n");
    const outcomes = {
      "-o other": "error: --out other: ",
      "-o notes.md":
        "error: parquet writes a folder of files: name one with --out, as in --out parquet.\n",
      "-o notes.txt": "error: --out notes.txt: a file is where a folder has to be;",
      "-o -": "error: parquet writes a folder of files: name one with --out",
      "-o tables --to html": "error: parquet writes a folder of its own: choose it alone.\n",
    };
    for (const [words, sentence] of Object.entries(outcomes)) {
      const { stderr, exitCode } = await chatexport(home, "--to", "parquet", ...words.split(" "));
      expect(stderr).toContain(sentence);
      expect(exitCode).toBeGreaterThan(0);
    }
    const { stderr } = await chatexport(home, "show", "latest", "--to", "parquet");
    expect(stderr).toContain("error: parquet writes no documents: use chatexport --to parquet");
    expect(existsSync(join(home, "tables"))).toBe(false);
  });

  it("are not begun for nothing", async () => {
    const home = emptyFolder();
    await toTables(home);
    expect(existsSync(join(home, "tables"))).toBe(false);
  });
});

describe("chatexport stats", () => {
  it("says of tables what it says of the stores that they are from", async () => {
    const home = emptyFolder();
    await chatexport(home, "--home", exampleHome, "--to", "parquet", "-o", "tables");
    const statsWith = async (...words: string[]) =>
      JSON.parse((await chatexport(home, "stats", "--json", ...words)).stdout);
    const { dailyCounts: _, ...ofStores } = await statsWith("--home", exampleHome);
    expect(await statsWith("--root", "tables")).toEqual(ofStores);
    const cursor = await statsWith("--root", "tables", "--from", "cursor");
    expect(cursor.sources.map(({ source }: { source: string }) => source)).toEqual(["cursor"]);
  });

  it("does not mix tables with other roots, and looks for no texts in them", async () => {
    const home = busyHome(1);
    await toTables(home);
    const mixed = await chatexport(home, "stats", "--root", "tables", "--root", ".");
    expect(mixed.stderr).toContain("count them separately");
    const { stderr, exitCode } = await chatexport(home, "stats", "--root", "tables", "--grep", "x");
    expect(stderr).toContain("--grep looks for texts, which are not read from tables");
    expect(exitCode).toBe(2);
  });
});

describe("a run that was killed while it gave files their names", () => {
  it("leaves old or new files, and the next run ends its work", async () => {
    const home = busyHome(5);
    await toTables(home);
    const before = tablesIn(home);
    const kept = join(home, "kept");
    cpSync(join(home, "tables"), kept, { recursive: true });
    for (const index of [0, 1, 2]) writeBusySession(home, index, `Renamed ${index}`, "One more.");
    await toTables(home);
    const after = tablesIn(home);
    const restore = (state: string) => {
      rmSync(join(home, "tables"), { recursive: true });
      cpSync(state, join(home, "tables"), { recursive: true });
    };
    restore(kept);
    const words = ["--from", "claude", "--to", "parquet", "-o", "tables"];
    const states = statesWhenKilled(home, "tables", ...words);
    for (const [index, state] of states.entries()) {
      restore(state);
      const left = tablesIn(home);
      for (const [name, content] of Object.entries(left))
        expect([before[name], after[name]], name).toContain(content);
      if (index === months) {
        restore(kept);
        kill(index + 1, home, ...words);
        expect(tablesIn(home)).toEqual(left);
      }
      expect((await toTables(home)).exitCode).toBe(0);
      expect(tablesIn(home)).toEqual(after);
    }
    expect(states.length).toBeGreaterThan(months);
  });
});
