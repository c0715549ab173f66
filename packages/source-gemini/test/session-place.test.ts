import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { hashOf, projectMark, sessionPath, sessionsNamed } from "../src/paths.js";

/** A home with some files below its `.gemini`. */
function systemWith(files: Readonly<Record<string, string>>) {
  const home = mkdtempSync(join(tmpdir(), "chatexport-gemini-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    const path = join(home, ".gemini", name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  return { platform: "linux", env: {}, home, root: "/" };
}

const [id, folder] = ["451bccac-0e3d-4cf7-ade0-fa05d3434feb", "/work/My tea_Timer.app"];
const startedAt = new Date("2026-11-12T09:12:40Z");
const name = "chats/session-2026-11-12T09-12-451bccac.jsonl";

test.each([
  ["a name of its own", {}, "tmp/my-tea-timer-app", true],
  [
    "the next name, where another project is listed with it",
    { "projects.json": '{"projects":{"/other":"my-tea-timer-app"}}' },
    "tmp/my-tea-timer-app-1",
    true,
  ],
  [
    "the next name, where another project has marked it",
    { "history/my-tea-timer-app/.project_root": "/other" },
    "tmp/my-tea-timer-app-1",
    true,
  ],
  [
    "the name that is listed",
    { "projects.json": `{"projects":{"${folder}":"tea"}}` },
    "tmp/tea",
    false,
  ],
  [
    "no listed name that leads out of the store",
    { "projects.json": `{"projects":{"${folder}":"../../tea"}}` },
    "tmp/my-tea-timer-app",
    true,
  ],
  ["the name that it has marked", { "tmp/tea/.project_root": `${folder}\n` }, "tmp/tea", false],
  [
    "its hash, which the tool copies to a new name",
    { [`tmp/${hashOf(folder)}/logs.json`]: "[]" },
    `tmp/${hashOf(folder)}`,
    false,
  ],
])("a project gets %s", (_, files, place, isMarked) => {
  const system = systemWith(files);
  const own = join(system.home, ".gemini");
  expect(sessionPath({ id, folder, startedAt }, system)).toBe(join(own, place, name));
  const mark = { path: join(own, place, ".project_root"), text: folder };
  expect(projectMark(folder, system)).toEqual(isMarked ? mark : undefined);
});

test("the files of a session are told by the id in them, not by their names alone", () => {
  const header = (sessionId: string) =>
    `${JSON.stringify({ sessionId, projectHash: "0", startTime: startedAt.toISOString() })}\n`;
  const system = systemWith({
    [`tmp/tea/${name}`]: header(id),
    "tmp/tea/chats/session-2026-11-13T09-12-451bccac.jsonl": header("451bccac-another"),
    "tmp/tea/chats/session-2026-11-12T09-12-00000000.jsonl": header(id),
    "tmp/bin/tool": "",
  });
  expect(sessionsNamed(id, system)).toEqual([join(system.home, ".gemini/tmp/tea", name)]);
  const elsewhere = { ...system, env: { GEMINI_CLI_HOME: system.home }, home: "/nowhere" };
  expect(sessionsNamed(id, elsewhere)).toHaveLength(1);
});
