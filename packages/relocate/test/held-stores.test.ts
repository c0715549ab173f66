import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { plan } from "../src/index.js";

function root(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "chatexport-held-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

it("refuses to move the home that holds the journals", async () => {
  const home = join(root(), "home");
  mkdirSync(home);
  await expect(plan(home, `${home}-new`, { home })).rejects.toMatchObject({
    code: "no-project",
    paths: [join(home, ".local", "state", "chatexport", "moves")],
  });
});

it("refuses it by another path that leads there", async () => {
  const folder = root();
  mkdirSync(join(folder, "home"));
  symlinkSync(folder, join(folder, "link"));
  const home = join(folder, "link", "home");
  await expect(plan(join(folder, "home"), join(folder, "new"), { home })).rejects.toMatchObject({
    code: "no-project",
  });
});

it("refuses a folder that holds a store of Claude Code", async () => {
  const home = root();
  const project = join(home, "project");
  mkdirSync(join(project, ".claude", "projects"), { recursive: true });
  symlinkSync(join(project, ".claude"), join(home, ".claude"));
  const env = { CLAUDE_CONFIG_DIR: join(project, ".claude") };
  const system = { platform: "linux", env, home, root: "/" };
  await expect(plan(project, join(home, "new"), { system })).rejects.toMatchObject({
    code: "no-project",
    paths: [join(project, ".claude")],
  });
});

it("refuses a new place among the journals", async () => {
  const home = root();
  const moves = join(home, ".local", "state", "chatexport", "moves");
  mkdirSync(moves, { recursive: true });
  mkdirSync(join(home, "project"));
  await expect(plan(join(home, "project"), join(moves, "new"), { home })).rejects.toMatchObject({
    code: "no-project",
    paths: [moves],
  });
});
