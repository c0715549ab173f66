import {
  chmodSync,
  existsSync,
  lstatSync,
  lutimesSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { System } from "@chatexport/core/read";
import { onTestFinished } from "vitest";
import { type Disk, realDisk } from "../../src/disk/disk.js";
import type { TransactionRequest } from "../../src/engine/transact.js";
import type { StorePlan } from "../../src/move/store-plan.js";
import { samplePlans } from "./sample-plans.js";

/** A folder with a home, stores in it, and a project. */
export interface World {
  root: string;
  home: string;
  from: string;
  to: string;
  options: Pick<TransactionRequest, "from" | "to" | "home"> & { system: System };
  plans: StorePlan[];
}

/** Nobody pulls the plug while tests run. */
export const quickDisk: Disk = { ...realDisk, sync() {} };

const memory = "/dev/shm";
const base = existsSync(memory) ? memory : tmpdir();

/** A folder that goes when the test ends. */
export function temporaryFolder(parent = base): string {
  const folder = mkdtempSync(join(parent, "chatexport-engine-"));
  onTestFinished(() => removeAll(folder));
  return folder;
}

function removeAll(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true }))
    if (entry.isDirectory()) chmodSync(join(entry.parentPath, entry.name), 0o700);
  rmSync(folder, { recursive: true, force: true });
}

/** Stores and a project, and plans with everything that plans can hold. */
export function sampleWorld(root = temporaryFolder()): World {
  const home = join(root, "home");
  const from = join(root, "src", "my project");
  const to = join(root, "work", "client", "renamed");
  writeTree(home, {
    "tool/projects/old/one.jsonl": "old one\n",
    "tool/projects/old/both.jsonl": "old both\n",
    "tool/projects/old/one/agents/a.jsonl": "old agent\n",
    "tool/projects/new/both.jsonl": "old both, longer\n",
    "tool/settings.json": '{"old":1}',
    "editor/state.db": "old rows",
    "editor/state.db-wal": "old log",
    "editor/chats/b/store.db": "second",
    "editor/chats/a/store.db": "first",
    "editor/slugs/old/terminals/1.txt": "text",
  });
  writeTree(from, { "code.ts": "1", "lib/deep/more.ts": "2", "bin/run": "#!" });
  mkdirSync(join(home, "editor", "slugs", "old", "hollow"), { mode: 0o750 });
  symlinkSync("../code.ts", join(from, "lib", "link"));
  symlinkSync("nowhere", join(home, "tool", "projects", "old", "one", "dangling"));
  chmodSync(join(home, "tool/projects/old/one.jsonl"), 0o600);
  chmodSync(join(from, "bin/run"), 0o755);
  chmodSync(join(from, "lib/deep"), 0o500);
  settle(root);
  const system = { platform: "linux", env: {}, home, root: "/" };
  return { root, home, from, to, options: { from, to, home, system }, plans: samplePlans(home) };
}

/** Writes files, and the folders around them. */
export function writeTree(folder: string, files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

/** Gives everything a moment of its own, long ago and in whole seconds. */
function settle(root: string): void {
  const paths = readdirSync(root, { recursive: true, encoding: "utf8" }).sort().reverse();
  paths.forEach((path, index) => {
    lutimesSync(join(root, path), 1.6e9 + index, 1.6e9 + index * 2);
  });
}

/**
 * Every name, byte, mode, moment and link below a folder, but for what moves keep. Moments are in
 * microseconds; those of files, on request, in nanoseconds.
 */
export function snapshot(folder: string, { isExact = false } = {}): string {
  const lines: string[] = [];
  const add = (path: string) => {
    const stats = lstatSync(path, { bigint: true });
    const name = path.slice(folder.length + 1);
    // There the moves keep what they need, which changes the home.
    if (name === "home/.local") return;
    const nanoseconds = stats.mtimeNs % (isExact && stats.isFile() ? 1n : 1000n);
    const moment = name === "home" || name === "" ? "" : stats.mtimeNs - nanoseconds;
    const content = stats.isDirectory()
      ? ""
      : stats.isSymbolicLink()
        ? readlinkSync(path)
        : readFileSync(path, "utf8");
    lines.push(`${name} ${stats.mode.toString(8)} ${moment} ${content}`);
    if (stats.isDirectory()) for (const each of readdirSync(path).sort()) add(join(path, each));
  };
  add(folder);
  return lines.join("\n");
}

/** The files that moves keep, besides their lock. */
export function keptNames(home: string): string[] {
  const folder = join(home, ".local", "state", "chatexport", "moves");
  return existsSync(folder) ? readdirSync(folder).filter((name) => /^\d/.test(name)) : [];
}
