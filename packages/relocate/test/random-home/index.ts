import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { writeClaudeStores } from "./claude-stores.js";
import { writeCursorStores } from "./cursor-stores.js";
import { ageFolders } from "./files.js";

/** A name of a folder, with everything that tools encode, and such that begin alike. */
export const folderName = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom("app", "app2", "app.v2", "app_v2", "app v2", "my-app", ".app"),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom("ünï", "日本", "🙂", "a%20b", "a+b (c)", "#1", "x".repeat(90)),
  },
  {
    weight: 1,
    arbitrary: fc
      .string({ minLength: 1, maxLength: 6 })
      .filter((name) => /^[^/\0\\.\p{C}\p{Z}][^/\0\\\p{C}]*$/u.test(name)),
  },
);

/** Folders of projects, relative to the home; some lie in others. */
export const projectFolders = fc.uniqueArray(
  fc.array(folderName, { minLength: 1, maxLength: 3 }).map((names) => names.join("/")),
  { minLength: 1, maxLength: 4 },
);

/** A home with sessions of both tools in each of its projects. */
export interface RandomHome {
  home: string;
  projects: string[];
}

/** Makes such a home, with the folders of the projects in it. */
export function makeHome(folders: readonly string[]): RandomHome {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "chatexport-home-")));
  const projects = folders.map((folder) => join(home, "code", folder));
  for (const project of projects) {
    mkdirSync(project, { recursive: true });
    writeFileSync(join(project, "readme.md"), "# Project\n");
  }
  writeClaudeStores(home, projects);
  writeCursorStores(home, projects);
  ageFolders(home);
  return { home, projects };
}
