import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Rewrite, StorePlan } from "../../src/move/store-plan.js";

/** A rewrite that replaces "old" by "new" in one or several files. */
export function rewrite(path: string, more: Partial<Rewrite> = {}): Rewrite {
  const sources = [path, ...(more.absorbs ?? [])].filter((each) => existsSync(each));
  const write = (target: string) => {
    const texts = sources.map((source) => readFileSync(source, "utf8"));
    writeFileSync(target, texts.join("").replaceAll("old", "new") || "created");
  };
  return { path, kind: "text", changes: [], absorbs: [], beside: [], write, ...more };
}

/** Plans for the stores of a sample, with everything that plans can hold. */
export function samplePlans(home: string): StorePlan[] {
  const projects = join(home, "tool", "projects");
  const editor = join(home, "editor");
  return [
    storePlan({
      rewrites: [
        rewrite(join(projects, "old", "one.jsonl")),
        rewrite(join(projects, "old", "one", "agents", "a.jsonl")),
        rewrite(join(projects, "new", "both.jsonl"), {
          absorbs: [join(projects, "old", "both.jsonl")],
        }),
        rewrite(join(home, "tool", "settings.json")),
      ],
      renames: ["one.jsonl", "one"].map((name) => ({
        from: join(projects, "old", name),
        to: join(projects, "new", name),
      })),
      emptied: [join(projects, "old")],
    }),
    storePlan({
      rewrites: [
        rewrite(join(editor, "state.db"), { beside: [join(editor, "state.db-wal")] }),
        rewrite(join(editor, "made", "here", "file.json")),
      ],
      renames: [
        { from: join(editor, "chats", "b"), to: join(editor, "chats", "c") },
        { from: join(editor, "chats", "a"), to: join(editor, "chats", "b") },
        { from: join(editor, "slugs", "old"), to: join(editor, "slugs", "far", "away", "new") },
        {
          from: join(editor, "slugs", "far", "away", "new", "terminals"),
          to: join(editor, "slugs", "far", "away", "new", "inner", "shells"),
        },
      ],
      emptied: [join(editor, "slugs", "far", "away", "new", "hollow")],
    }),
  ];
}

/** A plan that holds no more than what is given. */
export function storePlan(parts: Partial<StorePlan>): StorePlan {
  return {
    source: "sample",
    rewrites: [],
    renames: [],
    emptied: [],
    notes: [],
    pairs: [],
    ...parts,
  };
}
