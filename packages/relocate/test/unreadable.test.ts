import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { apply, plan } from "../src/index.js";
import { homeWith, prompt, put } from "./claude/home.js";
import { treeOf } from "./tree.js";

/** Runs without the privileges of the superuser, who may read everything. */
async function withoutPrivileges<T>(run: () => Promise<T>): Promise<T> {
  if (process.geteuid?.() !== 0) return run();
  process.seteuid?.(65534);
  try {
    return await run();
  } finally {
    process.seteuid?.(0);
  }
}

it.skipIf(process.platform === "win32")(
  "moves nothing while a transcript cannot be read, and names it",
  async () => {
    const home = homeWith({});
    const from = join(home, "shop");
    const projects = join(home, ".claude/projects");
    const folder = join(projects, from.replaceAll(/[^a-zA-Z0-9]/g, "-"));
    const files = { "one.jsonl": prompt(from), "two.jsonl": prompt(from, "Bye") };
    mkdirSync(from);
    for (const path of [home, from]) chmodSync(path, 0o777);
    for (const [name, content] of Object.entries(files)) put(folder, name, content);
    const locked = join(folder, "two.jsonl");
    chmodSync(locked, 0);
    const before = treeOf(home, (path) => path === locked);

    await withoutPrivileges(async () => {
      const made = await plan(from, join(home, "store"), { home });
      expect(made.stores.flatMap(({ notes }) => notes.map(({ code }) => code))).toContain(
        "not-rewritten",
      );
      await expect(apply(made)).rejects.toMatchObject({ code: "unreadable", paths: [locked] });
    });
    expect(treeOf(home, (path) => path === locked)).toEqual(before);
  },
);
