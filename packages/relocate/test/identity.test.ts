import { existsSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { listSessions, loadSessions } from "@chatexport/core";
import claude from "@chatexport/source-claude";
import cursor from "@chatexport/source-cursor";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { apply, type PlanOptions, plan, undo } from "../src/index.js";
import { folderName, makeHome, projectFolders } from "./random-home/index.js";
import { treeOf } from "./tree.js";

const runs = { numRuns: Number(process.env.FUZZ_RUNS ?? 8) };

/** The sessions of a home as sources give them: by id the project and the texts. */
async function told(home: string): Promise<Map<string, { project?: string; texts: string[] }>> {
  const sources = [claude({ home }), cursor({ home })];
  const sessions = new Map<string, { project?: string; texts: string[] }>();
  for await (const { session } of loadSessions(await listSessions(sources))) {
    // Files that were mentioned have moved, folders of commands, and outputs that were saved.
    const moved = new Set(["path", "cwd"]);
    const texts = session.messages.map(({ parts }) =>
      JSON.stringify(parts, (name, value) => (moved.has(name) ? undefined : value)).replace(
        /(?<=\.claude\/projects\/)[^/]+/g,
        "…",
      ),
    );
    const project = session.project?.path ?? session.cwd;
    sessions.set(`${session.source} ${session.id}`, {
      ...(project !== undefined && { project }),
      texts,
    });
  }
  for (const source of sources) await source.close?.();
  return sessions;
}

/** Not what a move keeps for its undo. */
const leaveOut = (home: string) => (path: string) => path === join(home, ".local");

async function moveThere(from: string, to: string, options: PlanOptions) {
  return apply(await plan(from, to, options));
}

describe("a move and its undo", () => {
  it("change nothing, and between them only where sessions are found", async () => {
    await fc.assert(
      fc.asyncProperty(projectFolders, folderName, fc.nat(), async (folders, name, which) => {
        const { home, projects } = makeHome(folders);
        const from = projects[which % projects.length] ?? "";
        const to = join(dirname(from), name);
        fc.pre(!existsSync(to));
        const before = treeOf(home);
        const old = await told(home);
        expect(old.size).toBe(projects.length * 3);

        const outcome = await moveThere(from, to, { home });
        expect(outcome.leftBehind).toEqual([]);
        expect(existsSync(from)).toBe(false);
        const now = await told(home);
        const expected = [...old].map(([id, { project = "", texts }]) => {
          const isMoved = project === from || project.startsWith(`${from}/`);
          return [id, { project: isMoved ? to + project.slice(from.length) : project, texts }];
        });
        expect([...now].sort()).toEqual(expected.sort());

        await undo({ home });
        expect(treeOf(home, leaveOut(home))).toEqual(before);
        rmSync(home, { recursive: true });
      }),
      // A session has already worked in a folder of the new name.
      { ...runs, examples: [[["app"], "app2", 0]] },
    );
  });

  it("work on a folder that was moved by hand, and through links", async () => {
    const { home, projects } = makeHome(["app", "app/inner", "app2"]);
    const [from = ""] = projects;
    const to = join(home, "work", "shop.v2");
    symlinkSync(join(home, "code"), join(home, "work"));
    const before = treeOf(home);
    await moveThere(join(home, "work", "app"), to, { home });
    const now = await told(home);
    const found = [...now.values()].map(({ project }) => project);
    expect(found.filter((project) => project === join(home, "code", "shop.v2"))).not.toEqual([]);
    expect(found).not.toContain(from);
    await undo({ home });
    expect(treeOf(home, leaveOut(home))).toEqual(before);
    rmSync(home, { recursive: true });
  });

  it("work where only the new place is reached through a link", async () => {
    const { home, projects } = makeHome(["app", "app2"]);
    const [from = ""] = projects;
    mkdirSync(join(home, "disk"));
    symlinkSync(join(home, "disk"), join(home, "linked"));
    const before = treeOf(home);
    await moveThere(from, join(home, "linked", "shop"), { home });
    expect(existsSync(join(home, "disk", "shop"))).toBe(true);
    const found = [...(await told(home)).values()].map(({ project }) => project);
    expect(found).not.toContain(from);
    await undo({ home });
    expect(treeOf(home, leaveOut(home))).toEqual(before);
    rmSync(home, { recursive: true });
  });

  it("work where two projects share a folder of Claude Code's", async () => {
    const { home, projects } = makeHome(["app v2", "app_v2"]);
    const before = treeOf(home);
    const [from = "", other = ""] = projects;
    const to = join(home, "code", "ünï");
    await moveThere(from, to, { home });
    const found = [...(await told(home)).values()].map(({ project }) => project);
    expect(found.filter((project) => project === to)).toHaveLength(3);
    expect(found.filter((project) => project === other)).toHaveLength(3);
    await undo({ home });
    expect(treeOf(home, leaveOut(home))).toEqual(before);
    rmSync(home, { recursive: true });
  });

  it("work where both places have sessions", async () => {
    const { home, projects } = makeHome(["app", "app/inner", "new", "new/inner"]);
    const [from = "", , to = ""] = projects;
    rmSync(from, { recursive: true });
    const before = treeOf(home);
    const old = await told(home);
    await moveThere(from, to, { home, sessionsOnly: true });
    const now = await told(home);
    expect([...now.keys()].sort()).toEqual([...old.keys()].sort());
    for (const [id, { texts }] of now) expect(texts).toEqual(old.get(id)?.texts);
    const found = [...now.values()].map(({ project }) => project);
    expect(new Set(found)).toEqual(new Set([to, `${to}/inner`]));
    await undo({ home });
    expect(treeOf(home, leaveOut(home))).toEqual(before);
    rmSync(home, { recursive: true });
  });

  it("work on stores that are linked to elsewhere", async () => {
    const { home, projects } = makeHome(["app", "app/inner"]);
    for (const name of [".claude", ".config", ".cursor"]) {
      renameSync(join(home, name), join(home, `dot${name}`));
      symlinkSync(`dot${name}`, join(home, name));
    }
    const before = treeOf(home);
    const [from = ""] = projects;
    await moveThere(from, `${from}-new`, { home });
    const found = [...(await told(home)).values()].map(({ project }) => project);
    expect(new Set(found)).toEqual(new Set([`${from}-new`, `${from}-new/inner`]));
    await undo({ home });
    expect(treeOf(home, leaveOut(home))).toEqual(before);
    rmSync(home, { recursive: true });
  });

  it("is refused once the stores have gone on", async () => {
    const { home, projects } = makeHome(["app"]);
    const [from = ""] = projects;
    await moveThere(from, `${from}-new`, { home });
    writeFileSync(join(home, ".claude/history.jsonl"), "{}\n", { flag: "a" });
    await expect(undo({ home })).rejects.toMatchObject({ code: "changed" });
    rmSync(home, { recursive: true });
  });
});
