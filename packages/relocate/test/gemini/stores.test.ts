import { hashOf } from "@chatexport/source-gemini/paths";
import { expect, test } from "vitest";
import { planGemini } from "../../src/gemini/plan-gemini.js";
import { carryOut } from "../carry-out.js";
import { filesIn, homeWith, line } from "../claude/home.js";

const pairs = [{ from: "/src/app", to: "/new/my app" }];

function planAt(home: string) {
  const system = { platform: "linux", env: {}, home, root: home };
  return planGemini({ pairs, realPairs: pairs, home, system, statOf: () => undefined });
}

function chat(path: string, id: string): string {
  const header = { sessionId: id, startTime: "2026-03-02T10:00:00Z" };
  return (
    line(header) +
    line({ $set: { directories: [path] } }) +
    line({ id: "a", type: "user", content: [{ text: "Look at /src/app." }] })
  );
}

test("Places of sessions move; what was said, and other projects, stay", () => {
  const files = (path: string) => ({
    ".gemini/projects.json": JSON.stringify({
      projects: { [path]: "app", [`${path}/lib`]: "lib", "/src/application": "application" },
    }),
    ".gemini/trustedFolders.json": JSON.stringify({ [path]: "TRUST_FOLDER" }),
    ".gemini/tmp/app/.project_root": path,
    ".gemini/history/app/.project_root": `${path}\n`,
    ".gemini/tmp/app/chats/session-1.jsonl": chat(path, "one"),
    ".gemini/tmp/lib/chats/session-2.jsonl": chat(`${path}/lib`, "two"),
    ".gemini/tmp/application/chats/session-3.jsonl": chat("/src/application", "three"),
    [`.gemini/tmp/${hashOf(`${path}/lib`)}/chats/session-4.json`]: JSON.stringify({
      ...{ sessionId: "four", directories: [path], messages: [] },
    }),
  });
  const home = homeWith(files("/src/app"));
  const plan = planAt(home);
  carryOut(plan);
  expect(filesIn(home)).toEqual(files("/new/my app"));
  expect(plan.notes).toEqual([]);
});

test("A name that would lead out of the store is none of a project", () => {
  const home = homeWith({
    ".gemini/projects.json": '{"projects":{"/src/app":"app","/new/my app":"../../other"}}',
    ".gemini/tmp/app/chats/session-1.jsonl": chat("/src/app", "one"),
  });
  expect(planAt(home).renames).toEqual([]);
});

test("Where the tool was used under the new path already, the sessions come together", () => {
  const files = (folder: string, path: string) => ({
    [`.gemini/tmp/${folder}/chats/session-1.jsonl`]: chat(path, "one"),
    [`.gemini/tmp/${folder}/chats/one/agent.jsonl`]: chat(path, "agent"),
  });
  const rest = {
    ".gemini/projects.json": '{"projects":{"/src/app":"app","/new/my app":"my-app"}}',
    ".gemini/tmp/app/.project_root": "/src/app",
    ".gemini/tmp/app/logs.json": "[]",
    ".gemini/tmp/my-app/chats/session-2.jsonl": chat("/new/my app", "two"),
  };
  const home = homeWith({ ...files("app", "/src/app"), ...rest });
  const plan = planAt(home);
  carryOut(plan);
  expect(filesIn(home)).toEqual({ ...files("my-app", "/new/my app"), ...rest });
  expect(plan.notes).toEqual([
    expect.objectContaining({ code: "kept-both", path: `${home}/.gemini/tmp/app/logs.json` }),
  ]);
});
