import { mkdirSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { thisSystem, windowsHomes } from "../src/read/index.js";
import { emptyFolder } from "./folders.js";

/** The root of a Linux with this kernel, which sees a Windows with some accounts. */
function rootWith(kernel: string): string {
  const root = emptyFolder();
  mkdirSync(join(root, "proc"));
  writeFileSync(join(root, "proc", "version"), kernel);
  for (const account of ["Public", "Default", "mira", "ada"])
    mkdirSync(join(root, "mnt", "c", "Users", account), { recursive: true });
  writeFileSync(join(root, "mnt", "c", "Users", "desktop.ini"), "");
  return root;
}

const linux = { platform: "linux", env: {}, home: "/home/mira" };
const wsl = "Linux version 5.15.90.1-microsoft-standard-WSL2";

test("below Windows, Linux sees the homes of people in alphabetical order", () => {
  const root = rootWith(wsl);
  const users = join(root, "mnt", "c", "Users");
  expect(windowsHomes({ ...linux, root })).toEqual([join(users, "ada"), join(users, "mira")]);
});

test("elsewhere there are no homes of Windows", () => {
  expect(windowsHomes({ ...linux, root: rootWith("Linux version 6.8.0-generic") })).toEqual([]);
  expect(windowsHomes({ ...linux, root: rootWith(wsl), platform: "win32" })).toEqual([]);
  expect(windowsHomes({ ...linux, root: emptyFolder() })).toEqual([]);
});

test("the system is the one that this runs on", () => {
  expect(thisSystem()).toEqual({
    platform: process.platform,
    env: process.env,
    home: homedir(),
    root: "/",
  });
});
