import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { knownFolders, slugOf } from "../src/workspaces/folder-names.js";
import {
  type Location,
  locationOfFolder,
  locationOfJson,
  locationOfPath,
} from "../src/workspaces/locations.js";
import {
  type Clues,
  folderAroundFiles,
  referenceOf,
  repositoryOf,
  resolver,
  type StoreLocations,
} from "../src/workspaces/resolve-location.js";

test("a workspace of one folder", () => {
  expect(locationOfJson({ folder: "file:///home/mira/my%20shop" })).toEqual({
    cwd: "/home/mira/my shop",
    project: { name: "my shop", path: "/home/mira/my shop" },
  });
  expect(locationOfJson({ folder: "file:///c%3A/work/shop/" })).toEqual({
    cwd: "c:\\work\\shop",
    project: { name: "shop", path: "c:\\work\\shop" },
  });
});

test("a folder on another machine keeps its URI, for its path leads nowhere here", () => {
  const uri = "vscode-remote://ssh-remote%2Bforge/srv/shop";
  expect(locationOfJson({ folder: uri })).toEqual({
    cwd: "/srv/shop",
    project: { name: "shop", uri },
  });
});

test.each([
  ["vscode-vfs://github/mira/shop", "shop"],
  ["vscode-vfs://github%2B7b2276223a317d/mira/shop/docs/", "shop"],
  ["vscode-vfs://azurerepos/mira/kiln/my%20shop", "my shop"],
  [{ $mid: 1, scheme: "vscode-vfs", authority: "github", path: "/mira/shop" }, "shop"],
])("a repository in a virtual file system is a project without a directory: %j", (folder, name) => {
  const uri = typeof folder === "string" ? folder : "vscode-vfs://github/mira/shop";
  expect(locationOfJson({ folder })).toEqual({ project: { name, uri } });
});

test("a workspace of several folders is a project, not a directory", () => {
  const project = { name: "shop", path: "/home/mira/work" };
  const uri = "file:///home/mira/work/shop.code-workspace";
  expect(locationOfJson({ workspace: uri })).toEqual({ project });
  expect(locationOfJson({ configuration: uri })).toEqual({ project });
  // One that was never saved.
  expect(
    locationOfJson({
      workspace: "file:///home/mira/.config/Cursor/Workspaces/1769043220000/workspace.json",
    }),
  ).toBeUndefined();
});

test("a workspace without anything", () => {
  expect(locationOfJson({})).toBeUndefined();
  expect(locationOfJson({ folder: "untitled:x" })).toBeUndefined();
});

const md5 = (text: string) => createHash("md5").update(text).digest("hex");
const shop = locationOfPath("/home/mira/shop");
const shopApi = locationOfPath("/home/mira/shop/api");
const windows = locationOfPath("c:\\work\\My Shop");

test("known folders are found by slug and hash", () => {
  const folders = knownFolders([shop, shopApi, windows]);
  expect(folders.folderOfSlug("home-mira-shop")).toBe(shop);
  expect(folders.folderOfSlug("home-mira-shop-api")).toBe(shopApi);
  expect(folders.folderOfSlug("home-mira")).toBeUndefined();
  for (const slug of ["c-work-My-Shop", "c-work-My Shop", "C-work-My-Shop"])
    expect(folders.folderOfSlug(slug)).toBe(windows);
  expect(folders.folderOfHash(md5("/home/mira/shop"))).toBe(shop);
  expect(folders.folderOfHash(md5("C:\\work\\My Shop"))).toBe(windows);
  expect(folders.folderOfHash(md5("c:\\work\\My Shop"))).toBe(windows);
  expect(folders.folderOfHash(md5("/home/mira"))).toBeUndefined();
});

test("a slug of two folders is of neither", () => {
  const other = locationOfPath("/home/mira/shop-api");
  expect(slugOf("/home/mira/shop-api")).toBe(slugOf("/home/mira/shop/api"));
  expect(knownFolders([shopApi, other]).folderOfSlug("home-mira-shop-api")).toBeUndefined();
  expect(knownFolders([shopApi, { ...shopApi }]).folderOfSlug("home-mira-shop-api")).toBe(shopApi);
});

test("the folder around a path ends at separators", () => {
  const folders = knownFolders([shop, shopApi, windows, locationOfPath("/")]);
  expect(folders.folderAround("/home/mira/shop/src/a.ts")).toBe(shop);
  expect(folders.folderAround("/home/mira/shop/api/src/a.ts")).toBe(shopApi);
  expect(folders.folderAround("/home/mira/shopping/a.ts")).toBeUndefined();
  expect(folders.folderAround("C:\\WORK\\my shop\\a.ts")).toBe(windows);
  expect(folders.folderAround("src/a.ts")).toBeUndefined();
});

const at = (name: string): Location => locationOfPath(`/home/mira/${name}`);

/** The names of the steps, the most reliable first. */
const stepNames = [
  "row",
  "own",
  "entry",
  "projects",
  "members",
  "parent",
  "transcripts",
  "repository",
  "around",
] as const;

function resolveWith(steps: readonly string[]) {
  const has = (step: string) => steps.includes(step);
  const clues: Clues = {
    id: "A",
    ...(has("row") && { row: { id: "hash", location: at("row") } }),
    ...(has("own") && { own: { location: at("own") } }),
    ...(has("entry") && { entry: { id: "hash-of-entry" } }),
    ...(has("parent") && { parentId: "P" }),
    ...(has("repository") && { repository: at("repository") }),
    ...(has("around") && { around: at("around") }),
  };
  const surroundings: StoreLocations = {
    storages: new Map([
      ["hash", at("storage")],
      ["hash-of-entry", at("entry")],
    ]),
    projects: new Map(has("projects") ? [["a", at("projects")]] : []),
    members: new Map(has("members") ? [["a", at("members")]] : []),
    slugOf: (id) => (has("transcripts") && id === "a" ? "home-mira-transcripts" : undefined),
    folders: knownFolders([at("transcripts")]),
  };
  const parent: Clues = { id: "P", own: { location: at("parent") } };
  return resolver([clues, parent], surroundings)("a");
}

test.each(stepNames.map((name, index) => [name, index] as const))(
  "of all that is known about a place, %s wins over what follows it",
  (name, index) => {
    const expected = at(name);
    expect(resolveWith(stepNames.slice(index))).toEqual(
      name === "around" ? { ...expected, projectInferred: true } : expected,
    );
  },
);

test("of a conversation that nothing is known about there is no place", () => {
  expect(resolveWith([])).toEqual({});
  expect(resolver([], emptySurroundings)("A")).toEqual({});
});

const emptySurroundings: StoreLocations = {
  storages: new Map([["hash", at("storage")]]),
  projects: new Map(),
  members: new Map(),
  slugOf: () => undefined,
  folders: knownFolders([]),
};

test("without a URI the folder in workspaceStorage tells; a window without a folder does not", () => {
  const resolve = resolver(
    [
      { id: "A", row: { id: "hash" } },
      { id: "B", row: { id: "empty-window" }, own: { location: at("own") } },
    ],
    emptySurroundings,
  );
  expect(resolve("A")).toEqual(at("storage"));
  expect(resolve("B")).toEqual(at("own"));
});

test("conversations that name each other as parents have no place", () => {
  const clues = [
    { id: "A", parentId: "B" },
    { id: "B", parentId: "A" },
  ];
  expect(resolver(clues, emptySurroundings)("A")).toEqual({});
});

test("a sub-agent of a sub-agent is where the first one was started", () => {
  const clues = [
    { id: "A", parentId: "B" },
    { id: "B", parentId: "C" },
    { id: "C", repository: at("shop") },
  ];
  expect(resolver(clues, emptySurroundings)("A")).toEqual(at("shop"));
});

test("what a record names as its workspace", () => {
  expect(referenceOf({ id: "hash", uri: { external: "file:///home/mira/shop" } })).toEqual({
    id: "hash",
    location: shop,
  });
  expect(referenceOf({ id: "hash" }, "other")).toEqual({ id: "other" });
  expect(referenceOf({ id: "x", configPath: "file:///home/mira/shop.code-workspace" })).toEqual({
    id: "x",
    location: { project: { name: "shop", path: "/home/mira" } },
  });
  expect(referenceOf({ uri: "file:///home/mira/shop.code-workspace" })).toEqual({
    location: { project: { name: "shop", path: "/home/mira" } },
  });
  expect(referenceOf({ uri: "file:///home/mira/Workspaces/17/workspace.json" })).toBeUndefined();
  expect(referenceOf(undefined)).toBeUndefined();
});

test("the repository that Cursor tracked", () => {
  expect(repositoryOf({ trackedGitRepos: [{ repoPath: "/home/mira/shop" }] })).toEqual(shop);
  expect(repositoryOf({ gitWorktree: { worktreePath: "file:///home/mira/shop" } })).toEqual(shop);
  expect(repositoryOf({ trackedGitRepos: [] })).toBeUndefined();
});

test("the folder that most of the files lie in", () => {
  const folders = knownFolders([shop, locationOfFolder("file:///home/mira/blog") ?? {}]);
  const file = (path: string) => ({ uri: { scheme: "file", path } });
  expect(
    folderAroundFiles(
      {
        newlyCreatedFiles: [file("/home/mira/blog/a.md")],
        context: { fileSelections: [file("/home/mira/shop/a.ts")] },
        codeBlockData: { "file:///home/mira/shop/b.ts": {} },
      },
      folders,
    ),
  ).toBe(shop);
  expect(
    folderAroundFiles({ context: { fileSelections: [file("/etc/hosts")] } }, folders),
  ).toBeUndefined();
});
