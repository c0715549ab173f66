import { join } from "node:path";
import type { System } from "@chatexport/core/read";
import { expect, onTestFinished, test, vi } from "vitest";
import { rootsOf } from "../src/locate/roots.js";
import { folderWith } from "./support/folder.js";

const home = "/home/mira";

function pathsOn(system: Partial<System>): string[] {
  const linux: System = { platform: "linux", env: {}, home, root: folderWith({}) };
  return rootsOf({}, { ...linux, ...system }).map(({ path }) => path);
}

test("Linux", () => {
  expect(pathsOn({})).toEqual([
    "/home/mira/.config/Cursor/User",
    "/home/mira/.config/Cursor Nightly/User",
    "/home/mira/.cursor-server/data/User",
    "/home/mira/.config/cursor",
    "/home/mira/.cursor",
  ]);
});

test("Linux with another config folder: the editor follows it, the command line has two", () => {
  expect(pathsOn({ env: { XDG_CONFIG_HOME: "/home/mira/settings" } })).toEqual([
    "/home/mira/settings/Cursor/User",
    "/home/mira/settings/Cursor Nightly/User",
    "/home/mira/.cursor-server/data/User",
    "/home/mira/settings/cursor",
    "/home/mira/.config/cursor",
    "/home/mira/.cursor",
  ]);
});

test("macOS", () => {
  expect(pathsOn({ platform: "darwin", home: "/Users/mira" })).toEqual([
    "/Users/mira/Library/Application Support/Cursor/User",
    "/Users/mira/Library/Application Support/Cursor Nightly/User",
    "/Users/mira/.cursor-server/data/User",
    "/Users/mira/.config/cursor",
    "/Users/mira/.cursor",
  ]);
});

test("Windows", () => {
  const windows = { platform: "win32", home: "/c/Users/mira" } as const;
  const rest = ["/c/Users/mira/.cursor-server/data/User", "/c/Users/mira/.cursor"];
  expect(pathsOn({ ...windows, env: { APPDATA: "/c/Roaming" } })).toEqual([
    "/c/Roaming/Cursor/User",
    "/c/Roaming/Cursor Nightly/User",
    ...rest,
  ]);
  expect(pathsOn(windows)).toEqual([
    "/c/Users/mira/AppData/Roaming/Cursor/User",
    "/c/Users/mira/AppData/Roaming/Cursor Nightly/User",
    ...rest,
  ]);
});

test("Linux below Windows: also the homes of the people on the Windows side", () => {
  const users = {
    "mnt/c/Users/mira/x": "",
    "mnt/c/Users/Public/x": "",
    "mnt/c/Users/Default/x": "",
  };
  const version = "Linux version 5.15.0-microsoft-standard-WSL2";
  const root = folderWith({ "proc/version": version, ...users });
  const windows = pathsOn({ root }).filter((path) => path.startsWith(root));
  expect(windows).toEqual([
    join(root, "mnt/c/Users/mira/AppData/Roaming/Cursor/User"),
    join(root, "mnt/c/Users/mira/AppData/Roaming/Cursor Nightly/User"),
    join(root, "mnt/c/Users/mira/.cursor"),
  ]);
  const plain = folderWith({ "proc/version": "Linux version 6.8.0-generic", ...users });
  expect(pathsOn({ root: plain }).filter((path) => path.startsWith(plain))).toEqual([]);
});

test("the environment adds places", () => {
  const env = {
    CURSOR_CONFIG_DIR: "/data/cursor",
    CURSOR_WORKSPACE_STORAGE: "/data/workspaceStorage",
    CURSOR_GLOBAL_STORAGE_DB: "/data/state.vscdb",
    VSCODE_PORTABLE: "/opt/cursor/data",
  };
  const paths = pathsOn({ env });
  expect(paths).toEqual(
    expect.arrayContaining([
      "/data/cursor",
      "/data/workspaceStorage",
      "/data/state.vscdb",
      "/opt/cursor/data/user-data/User",
      "/home/mira/.cursor",
    ]),
  );
});

test("a home may be a copy from any system; the environment does not count", () => {
  const env = { XDG_CONFIG_HOME: "/other", CURSOR_CONFIG_DIR: "/other", APPDATA: "/other" };
  const found = rootsOf({ home: "/copy" }, { platform: "win32", env, home, root: "/" });
  expect(found).toEqual([
    { path: "/copy/Library/Application Support/Cursor/User", kind: "user-folder" },
    { path: "/copy/Library/Application Support/Cursor Nightly/User", kind: "user-folder" },
    { path: "/copy/.config/Cursor/User", kind: "user-folder" },
    { path: "/copy/.config/Cursor Nightly/User", kind: "user-folder" },
    { path: "/copy/AppData/Roaming/Cursor/User", kind: "user-folder" },
    { path: "/copy/AppData/Roaming/Cursor Nightly/User", kind: "user-folder" },
    { path: "/copy/.cursor-server/data/User", kind: "user-folder" },
    { path: "/copy/.config/cursor", kind: "dot-folder" },
    { path: "/copy/.cursor", kind: "dot-folder" },
  ]);
});

test("roots are taken as they are, each once, and nothing else", () => {
  expect(rootsOf({ roots: ["/a", "/b/", "/a"], home })).toEqual([
    { path: "/a", kind: "any" },
    { path: "/b", kind: "any" },
  ]);
  expect(rootsOf({ roots: [] })).toEqual([]);
});

test("without options it is the system that it runs on", () => {
  vi.stubEnv("CURSOR_CONFIG_DIR", "/data/cursor");
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(rootsOf({}).map(({ path }) => path)).toContain("/data/cursor");
});
