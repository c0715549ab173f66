import { symlinkSync } from "node:fs";
import { join, relative } from "node:path";
import type { System } from "@chatexport/core/read";
import { expect, onTestFinished, test, vi } from "vitest";
import { findRoots } from "../src/locate/roots.js";
import { folderWith } from "./store.js";

const transcript = "projects/-p/s.jsonl";

/** The places of a system whose home is a folder with the given files, from its root. */
function placesOn(
  files: readonly string[],
  { home = "home/mira", ...system }: Partial<System> = {},
): string[] {
  const root = folderWith(Object.fromEntries(files.map((path) => [path, ""])));
  const env = Object.fromEntries(
    Object.entries(system.env ?? {}).map(([name, value]) => [
      name,
      value?.replaceAll("<root>", root),
    ]),
  );
  const found = findRoots({}, { platform: "linux", ...system, env, home: join(root, home), root });
  return found.map(({ path, kind }) => `${kind} ${relative(root, path)}`);
}

test("a home without any: only the usual folder is named", () => {
  expect(placesOn([])).toEqual(["config-folder home/mira/.claude"]);
});

test("Linux: what exists of the older folder, of several accounts, and of the desktop app", () => {
  const files = [
    `home/mira/.claude/${transcript}`,
    `home/mira/.config/claude/${transcript}`,
    `home/mira/.claude-work/${transcript}`,
    "home/mira/.claude2/history.jsonl",
    "home/mira/.claude-notes/settings.json",
    "home/mira/.claude.json",
    "home/mira/.config/Claude/config.json",
    "home/mira/Library/Application Support/Claude/config.json",
  ];
  expect(placesOn(files)).toEqual([
    "config-folder home/mira/.claude",
    "config-folder home/mira/.config/claude",
    "config-folder home/mira/.claude-work",
    "config-folder home/mira/.claude2",
    "desktop home/mira/.config/Claude",
  ]);
});

test("Linux with another folder for settings", () => {
  const files = [
    `home/mira/settings/claude/${transcript}`,
    "home/mira/settings/Claude/config.json",
    `home/mira/.config/claude/${transcript}`,
  ];
  expect(placesOn(files, { env: { XDG_CONFIG_HOME: "<root>/home/mira/settings" } })).toEqual([
    "config-folder home/mira/.claude",
    "config-folder home/mira/settings/claude",
    "desktop home/mira/settings/Claude",
  ]);
});

test("macOS", () => {
  const files = [
    `Users/mira/.claude/${transcript}`,
    "Users/mira/Library/Application Support/Claude/config.json",
  ];
  expect(placesOn(files, { platform: "darwin", home: "Users/mira" })).toEqual([
    "config-folder Users/mira/.claude",
    "desktop Users/mira/Library/Application Support/Claude",
  ]);
});

test("Windows: the desktop app has two folders, depending on where it was installed from", () => {
  const windows = { platform: "win32", home: "Users/mira" } as const;
  const files = [
    "Users/mira/AppData/Roaming/Claude/config.json",
    "Users/mira/AppData/Local/Packages/Claude_abc/LocalCache/Roaming/Claude/config.json",
    "Users/mira/AppData/Local/Packages/Other_abc/LocalCache/Roaming/Claude/config.json",
    "Roaming/Claude/config.json",
    "Local/Packages/Claude_abc/LocalCache/Roaming/Claude/config.json",
  ];
  expect(placesOn(files, windows)).toEqual([
    "config-folder Users/mira/.claude",
    "desktop Users/mira/AppData/Roaming/Claude",
    "desktop Users/mira/AppData/Local/Packages/Claude_abc/LocalCache/Roaming/Claude",
  ]);
  const env = { APPDATA: "<root>/Roaming", LOCALAPPDATA: "<root>/Local" };
  expect(placesOn(files, { ...windows, env })).toEqual([
    "config-folder Users/mira/.claude",
    "desktop Roaming/Claude",
    "desktop Local/Packages/Claude_abc/LocalCache/Roaming/Claude",
  ]);
});

test("Linux below Windows: also what the people on the Windows side have", () => {
  const files = [
    `mnt/c/Users/mira/.claude/${transcript}`,
    "mnt/c/Users/mira/AppData/Roaming/Claude/config.json",
    `mnt/c/Users/Public/.claude/${transcript}`,
    "mnt/c/Users/desktop.ini",
  ];
  const windows = "Linux version 5.15.0-microsoft-standard-WSL2";
  const pathsOf = (version: string, env = {}) => {
    const root = folderWith({
      ...Object.fromEntries(files.map((path) => [path, ""])),
      "proc/version": version,
    });
    const home = join(root, "home/mira");
    const found = findRoots({}, { platform: "linux", env, home, root });
    return found.map(({ path }) => relative(root, path));
  };
  expect(pathsOf(windows)).toEqual([
    "home/mira/.claude",
    "mnt/c/Users/mira/.claude",
    "mnt/c/Users/mira/AppData/Roaming/Claude",
  ]);
  expect(pathsOf(windows, { CLAUDE_CONFIG_DIR: "/data/claude" }).slice(1)).toEqual([
    "mnt/c/Users/mira/AppData/Roaming/Claude",
  ]);
  expect(pathsOf("Linux version 6.8.0-generic")).toEqual(["home/mira/.claude"]);
});

test("CLAUDE_CONFIG_DIR takes the place of all config folders, but not of the desktop app's", () => {
  const files = [
    `home/mira/.claude/${transcript}`,
    `home/mira/.config/claude/${transcript}`,
    `home/mira/.claude-work/${transcript}`,
    "home/mira/.config/Claude/config.json",
    `data/a, b/${transcript}`,
  ];
  const on = (CLAUDE_CONFIG_DIR: string) => placesOn(files, { env: { CLAUDE_CONFIG_DIR } });
  const desktop = "desktop home/mira/.config/Claude";
  expect(on("<root>/data/one")).toEqual(["config-folder data/one", desktop]);
  expect(on("<root>/data/one,<root>/data/two,")).toEqual([
    "config-folder data/one",
    "config-folder data/two",
    desktop,
  ]);
  expect(on("<root>/data/a, b")).toEqual(["config-folder data/a, b", desktop]);
  expect(on("")).toHaveLength(4);
});

test("a home may be a copy from any system; the environment does not count", () => {
  const home = folderWith({
    [`.config/claude/${transcript}`]: "",
    ".config/Claude/config.json": "",
    "Library/Application Support/Claude/config.json": "",
    "AppData/Roaming/Claude/config.json": "",
    "AppData/Local/Packages/Claude_abc/LocalCache/Roaming/Claude/config.json": "",
  });
  const env = { XDG_CONFIG_HOME: "/other", CLAUDE_CONFIG_DIR: "/other", APPDATA: "/other" };
  const found = findRoots({ home }, { platform: "win32", env, home, root: "/" });
  expect(found.map(({ path, kind }) => `${kind} ${relative(home, path)}`)).toEqual([
    "config-folder .claude",
    "config-folder .config/claude",
    "desktop Library/Application Support/Claude",
    "desktop .config/Claude",
    "desktop AppData/Roaming/Claude",
    "desktop AppData/Local/Packages/Claude_abc/LocalCache/Roaming/Claude",
  ]);
});

test("a folder that is a link to another one is the same place", () => {
  const home = folderWith({ [`.claude/${transcript}`]: "" });
  symlinkSync(join(home, ".claude"), join(home, ".claude-backup"));
  expect(findRoots({ home }).map(({ path }) => path)).toEqual([join(home, ".claude")]);
});

test("roots are taken as they are, each once, and nothing else", () => {
  expect(findRoots({ roots: ["/a", "/b/", "/a"], home: "/home/mira" })).toEqual([
    { path: "/a", kind: "root" },
    { path: "/b", kind: "root" },
  ]);
  expect(findRoots({ roots: [] })).toEqual([]);
});

test("without options it is the system that it runs on", () => {
  const home = folderWith({});
  vi.stubEnv("HOME", home);
  vi.stubEnv("USERPROFILE", home);
  vi.stubEnv("CLAUDE_CONFIG_DIR", join(home, "claude"));
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  expect(findRoots({})[0]?.path).toBe(join(home, "claude"));
});
