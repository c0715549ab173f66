import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { storeFiles } from "../src/locate/store-files.js";
import {
  editorLock,
  hasSlug,
  platformOf,
  projectSlugs,
  workspaceId,
} from "../src/paths/editor-folder.js";
import { isSecretItem } from "../src/paths/path-fields.js";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cursor-paths-"));
});

afterEach(() => rmSync(folder, { recursive: true }));

const md5 = (text: string) => createHash("md5").update(text).digest("hex");

test("each system salts the name of a folder in workspaceStorage in its way", () => {
  const born = 1700000000123.75;
  const stat = { ino: 77, birthtime: new Date(born), birthtimeMs: born };
  expect(workspaceId("/src/Co", stat, "linux")).toBe(md5("/src/Co77"));
  expect(workspaceId("/src/Co", stat, "darwin")).toBe(md5("/src/Co1700000000123"));
  expect(workspaceId("C:\\src\\Co", stat, "win32")).toBe(md5("c:\\src\\Co1700000000123"));
  expect(workspaceId("/src/Co", undefined, "linux")).toBeUndefined();
  expect(workspaceId("/Co/A.code-workspace", undefined, "linux")).toBe(md5("/Co/A.code-workspace"));
  expect(workspaceId("/Co/A.code-workspace", undefined, "darwin")).toBe(
    md5("/co/a.code-workspace"),
  );
});

test("the layout of a User folder tells from which system it is", () => {
  const mac = "/Users/mira/Library/Application Support/Cursor/User";
  expect(platformOf(mac, "linux")).toBe("darwin");
  expect(platformOf("/mnt/c/Users/mira/AppData/Roaming/Cursor/User", "linux")).toBe("win32");
  expect(platformOf("C:\\Users\\mira\\AppData\\Roaming\\Cursor\\User", "win32")).toBe("win32");
  expect(platformOf("/home/mira/.config/Cursor/User", "linux")).toBe("linux");
  expect(platformOf("/opt/portable/user-data/User", "darwin")).toBe("darwin");
  expect(platformOf("/opt/portable/user-data/User", "freebsd")).toBe("linux");
});

test("slugs keep case, but for that of a drive", () => {
  expect(projectSlugs("/home/Mira/my_app v1.2/")).toEqual([
    "home-Mira-my-app-v1-2",
    "home-Mira-my_app v1.2",
  ]);
  expect(projectSlugs("C:\\Users\\Mira")).toEqual(["c-Users-Mira", "c-Users-Mira"]);
  expect(hasSlug("c-users-mira", "C:\\Users\\Mira")).toBe(true);
});

test("a running editor is known by the file that it leaves", () => {
  const user = join(folder, "User");
  expect(editorLock(user)).toBeUndefined();
  const path = join(folder, "code.lock");
  writeFileSync(path, "4711");
  expect(editorLock(user)).toEqual({ path, processId: 4711 });
  for (const text of ["", "no number", "-1", "0", "99999999999"]) {
    writeFileSync(path, text);
    expect(editorLock(user)).toBeUndefined();
  }
});

test("what may be a secret is told by its key", () => {
  const secret = [
    "cursorAuth/accessToken",
    'secret://{"key":"x"}',
    "github.authentication",
    "telemetry.machineId",
  ];
  expect(secret.filter(isSecretItem)).toEqual(secret);
  expect(["composer.composerData", "history.recentlyOpenedPathsList"].filter(isSecretItem)).toEqual(
    [],
  );
});

test("a file is found in a folder that got another name since, unless there are several", () => {
  const root = join(folder, ".cursor");
  const write = (slug: string) => {
    mkdirSync(join(root, "projects", slug, "agent-tools"), { recursive: true });
    writeFileSync(join(root, "projects", slug, "agent-tools/1.txt"), slug);
  };
  write("new");
  const files = storeFiles([root]);
  const text = (path: string) => {
    const read = files.read(path);
    return read instanceof Uint8Array ? Buffer.from(read).toString() : read.missing;
  };
  expect(text(join(root, "projects/old/agent-tools/1.txt"))).toBe("new");
  expect(text("/elsewhere/.cursor/projects/old/agent-tools/1.txt")).toBe("new");
  expect(text("/elsewhere/.cursor/projects/old/../../x/1.txt")).toBe("outside of Cursor's folders");
  write("other");
  expect(text(join(root, "projects/old/agent-tools/1.txt"))).toBe("not found");
  expect(text(join(root, "projects/new/agent-tools/1.txt"))).toBe("new");
});
