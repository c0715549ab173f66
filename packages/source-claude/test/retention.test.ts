import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { contextFor } from "@chatexport/core";
import { expect, test } from "vitest";
import claude from "../src/index.js";
import { managedSettings, retentions } from "../src/list/retention.js";
import { folderWith } from "./store.js";

const system = { platform: "linux" as const, env: {}, home: "/home/mira", root: "/" };

test("an administrator's settings win, and nobody is told to change them", () => {
  const root = folderWith({
    "etc/claude-code/managed-settings.json": '{"cleanupPeriodDays":14}',
    ".claude/settings.json": '\ufeff{"cleanupPeriodDays":365}',
  });
  const managed = managedSettings({}, { ...system, root });
  const folder = join(root, ".claude");
  expect(retentions(managed)(folder)).toEqual({ days: 14, path: managed[0] });
  expect(retentions([])(folder)).toMatchObject({
    days: 365,
    setting: { path: join(folder, "settings.json") },
  });
});

test("an administrator's settings are those of this machine, not of a home or root", () => {
  expect(managedSettings({ home: "/copy" }, system)).toEqual([]);
  expect(managedSettings({ roots: ["/copy"] }, system)).toEqual([]);
  expect(managedSettings({}, { ...system, platform: "darwin" })).toHaveLength(1);
  expect(managedSettings({}, { ...system, platform: "win32" })).toHaveLength(2);
});

test("only transcripts in a config folder expire, so many days after their last change", async () => {
  const prompt = `${JSON.stringify({ type: "user", uuid: "u", parentUuid: null, sessionId: "s", timestamp: "2026-01-01T00:00:00.000Z", message: { role: "user", content: "Hi" } })}\n`;
  const files = [
    ".claude/projects/-p/one.jsonl",
    "Claude/local-agent-mode-sessions/a/b/local_x/.claude/projects/-p/two.jsonl",
    "loose/three.jsonl",
  ];
  const root = folderWith(Object.fromEntries(files.map((file) => [file, prompt])));
  mkdirSync(join(root, ".claude"), { recursive: true });
  writeFileSync(join(root, ".claude/settings.json"), '{"cleanupPeriodDays":10}');
  const changed = new Date("2026-02-01T12:00:00.000Z");
  for (const file of files) utimesSync(join(root, file), changed, changed);
  const roots = files.map((file) => join(root, dirname(file)));
  const source = claude({ roots: [root] });
  const expiries = new Map<string, string | undefined>();
  for await (const { id, expiresAt } of source.list(contextFor({}, {})))
    expiries.set(id, expiresAt);
  expect(expiries).toEqual(
    new Map([
      ["one", "2026-02-11T12:00:00.000Z"],
      ["two", undefined],
      ["three", undefined],
    ]),
  );
  const alone = claude({ roots });
  for await (const { expiresAt } of alone.list(contextFor({}, {})))
    expect(expiresAt).toBeUndefined();
});

test("a time that no date can be written for is none", async () => {
  const root = folderWith({
    ".claude/projects/-p/one.jsonl": `${JSON.stringify({ type: "user", uuid: "u", sessionId: "s", message: { role: "user", content: "Hi" } })}\n`,
    ".claude/settings.json": '{"cleanupPeriodDays":99999999999}',
  });
  const source = claude({ home: root });
  for await (const { expiresAt } of source.list(contextFor({}, {})))
    expect(expiresAt).toBeUndefined();
  expect(await source.stores(contextFor({}, {}))).toMatchObject([
    { retention: { days: 99999999999 }, formats: { "claude/jsonl": 1 } },
  ]);
});
