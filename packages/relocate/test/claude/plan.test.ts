import { join } from "node:path";
import { expect, test } from "vitest";
import { carryOut } from "../carry-out.js";
import { filesIn, homeWith, line, moved, planned, prompt } from "./home.js";

const id = "11111111-1111-4111-8111-111111111111";
const projects = ".claude/projects";

test("A folder of a project gets the name of the new path, and its records the path", () => {
  const home = homeWith({
    [`${projects}/-src-co/${id}.jsonl`]:
      prompt("/src/co", "see /src/co/a.ts") +
      prompt("/src/co/lib", "more") +
      prompt("/src/cobalt", "x"),
    [`${projects}/-src-co/${id}/subagents/agent-a1.jsonl`]: prompt("/src/co"),
    [`${projects}/-src-co/${id}/subagents/agent-a1.meta.json`]: '{"worktreePath": "/src/co/w"}',
    [`${projects}/-src-co/memory/MEMORY.md`]: "/src/co",
    [`${projects}/-src-cobalt/${id}.jsonl`]: prompt("/src/cobalt"),
    [`${projects}/-src-co-sub/22.jsonl`]: prompt("/src/co/sub"),
    ".claude/history.jsonl":
      line({ display: "/src/co", project: "/src/co" }) +
      line({ display: "x", project: "/src/cobalt" }),
    ".claude.json":
      '{"projects": {"/src/co": {"a": 1.0}, "/src/cobalt": {}}, "githubRepoPaths": {"a/b": ["/src/co"]}}',
  });
  const plan = moved(home, "/src/co", "/work/new.co");
  expect(filesIn(home)).toEqual({
    [`${projects}/-work-new-co/${id}.jsonl`]:
      prompt("/work/new.co", "see /src/co/a.ts") +
      prompt("/work/new.co/lib", "more") +
      prompt("/src/cobalt", "x"),
    [`${projects}/-work-new-co/${id}/subagents/agent-a1.jsonl`]: prompt("/work/new.co"),
    [`${projects}/-work-new-co/${id}/subagents/agent-a1.meta.json`]:
      '{"worktreePath": "/work/new.co/w"}',
    [`${projects}/-work-new-co/memory/MEMORY.md`]: "/src/co",
    [`${projects}/-src-cobalt/${id}.jsonl`]: prompt("/src/cobalt"),
    [`${projects}/-work-new-co-sub/22.jsonl`]: prompt("/work/new.co/sub"),
    ".claude/history.jsonl":
      line({ display: "/src/co", project: "/work/new.co" }) +
      line({ display: "x", project: "/src/cobalt" }),
    ".claude.json":
      '{"projects": {"/work/new.co": {"a": 1.0}, "/src/cobalt": {}}, "githubRepoPaths": {"a/b": ["/work/new.co"]}}',
  });
  expect(plan.notes).toEqual([]);
  expect(plan.pairs).toContainEqual({
    from: join(home, projects, "-src-co"),
    to: join(home, projects, "-work-new-co"),
  });
  expect(plan.rewrites.flatMap(({ changes }) => changes)).toContainEqual({
    field: "cwd",
    from: "/src/co",
    to: "/work/new.co",
    count: 2,
  });
});

test("Where the disk ignores case, sessions that spell the folder in another way follow", () => {
  const spellings = ["/Users/jane/app", "/Users/Jane/App"];
  const home = homeWith({
    [`${projects}/-Users-jane-app/${id}.jsonl`]: spellings.map((cwd) => prompt(cwd)).join(""),
    ".claude/history.jsonl": spellings.map((project) => line({ display: "x", project })).join(""),
  });
  carryOut(planned(home, { from: "/Users/jane/app", to: "/work/app", ignoresCase: true }));
  const spelled = spellings.map(() => "/work/app");
  expect(filesIn(home)).toEqual({
    [`${projects}/-work-app/${id}.jsonl`]: spelled.map((cwd) => prompt(cwd)).join(""),
    ".claude/history.jsonl": spelled.map((project) => line({ display: "x", project })).join(""),
  });
});
