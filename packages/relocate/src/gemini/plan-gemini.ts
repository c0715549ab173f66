import { existsSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { type Json, present } from "@chatexport/core";
import { attempt, objectOf, parseJson, readBytes, readTextFile } from "@chatexport/core/read";
import { directoryOf, hashOf, isProjectName, ownFolders } from "@chatexport/source-gemini/paths";
import { addEdit } from "../claude/edit-files.js";
import {
  type FileEdit,
  fieldRule,
  fieldsEdit,
  jsonEdit,
  linesEdit,
} from "../claude/edit-records.js";
import { editJson } from "../json/edit-json.js";
import type { StoreMove } from "../move/move.js";
import type { PathPair } from "../move/path-map.js";
import { type PlannedEdits, planEdits } from "../move/plan-edits.js";
import type { Note, StorePlan } from "../move/store-plan.js";

/** Plans the changes in the stores of Gemini CLI when a project moves (0.61.0). */
export function planGemini(move: StoreMove): StorePlan {
  return planEdits("gemini", move, (planned) => {
    const { paths, edits, notes } = planned;
    for (const own of ownFolders(present({ home: move.home })).filter((path) => existsSync(path))) {
      const known = objectOf(objectIn(join(own, "projects.json")).projects) ?? {};
      const isKnown = (path: string) => Object.hasOwn(known, path);
      addEdit(join(own, "projects.json"), namesEdit("projects.*"), paths, { edits, notes });
      addEdit(join(own, "trustedFolders.json"), namesEdit("*"), paths, { edits, notes });
      for (const project of foldersIn(join(own, "tmp"))) {
        const cwd = directoryOf(project, own) ?? "";
        const to = paths.map.path(cwd);
        if (to === undefined) continue;
        const slug = known[to];
        for (const path of chatsIn(project))
          addEdit(path, path.endsWith(".json") ? chatEdit : logEdit, paths, { edits, notes });
        if (typeof slug === "string" && isProjectName(slug) && slug !== basename(project))
          joinProject(project, join(own, "tmp", slug), planned);
        else renameHashed(own, basename(project), { from: cwd, to }, planned);
      }
      for (const folder of ["tmp", "history"].flatMap((name) => foldersIn(join(own, name)))) {
        const path = join(folder, ".project_root");
        const cwd = attempt(() => readTextFile(path).trim()) ?? "";
        if (!isKnown(paths.map.path(cwd) ?? "")) addEdit(path, rootEdit, paths, { edits, notes });
      }
    }
  });
}

function objectIn(path: string): Readonly<Record<string, Json>> {
  return objectOf(parseJson(attempt(() => readTextFile(path)))) ?? {};
}

function foldersIn(folder: string): string[] {
  const entries = attempt(() => readdirSync(folder, { withFileTypes: true })) ?? [];
  return entries.filter((each) => each.isDirectory()).map(({ name }) => join(folder, name));
}

function chatsIn(project: string): string[] {
  const chats = join(project, "chats");
  const names = attempt(() => readdirSync(chats, { recursive: true, encoding: "utf8" })) ?? [];
  return names.filter((name) => /\.jsonl?$/.test(name)).map((name) => join(chats, name));
}

/** The tool was used under the new path already, and has a folder for it: the sessions go there. */
function joinProject(project: string, other: string, { renames, notes }: PlannedEdits): void {
  for (const name of ["chats", "tool-outputs"])
    for (const entry of attempt(() => readdirSync(join(project, name))) ?? []) {
      const [from, to] = [join(project, name, entry), join(other, name, entry)];
      if (existsSync(to)) notes.push(stays(from));
      else renames.push({ from, to });
    }
  if (existsSync(join(project, "logs.json"))) notes.push(stays(join(project, "logs.json")));
}

function stays(path: string): Note {
  const message =
    "Gemini CLI has a file of this name under the new path already, so this one stays. Its sessions are exported like all others.";
  return { code: "kept-both", message, path };
}

/** Until 2026, the folder of a project was called after its path. */
function renameHashed(
  own: string,
  name: string,
  { from, to }: PathPair,
  { renames }: PlannedEdits,
): void {
  if (name !== hashOf(from)) return;
  for (const folder of ["tmp", "history"].map((each) => join(own, each)))
    if (existsSync(join(folder, name)) && !existsSync(join(folder, hashOf(to))))
      renames.push({ from: join(folder, name), to: join(folder, hashOf(to)) });
}

/** An object whose names are paths; a path that is there already keeps what it has. */
function namesEdit(field: string): FileEdit {
  return jsonEdit((json, { map }, { changes }) => {
    const names = new Set<string>();
    editJson(json, (_, isName) => (isName ? (name) => void names.add(name) : undefined));
    const replace = (name: string) => {
      const to = map.path(name);
      return to === undefined || names.has(to) ? undefined : to;
    };
    return editJson(json, fieldRule([{ fields: [field], areNames: true, replace }], changes));
  });
}

/** The path of a project, alone in its file. */
const rootEdit: FileEdit = {
  kind: "text",
  *after(path, { map }, { changes }) {
    const bytes = readBytes(path);
    const text = bytes.toString();
    const from = text.trim();
    const to = map.path(from);
    if (to !== undefined) changes.add(".project_root", from, to);
    yield to === undefined ? bytes : Buffer.from(text.replace(from, () => to));
  },
};

/** The folders of a sub-agent. The hash of the path in each chat stays: the tool does not look at it. */
const directories = ["directories.*", "$set.directories.*"];

const logEdit = linesEdit("startTime", ({ map }) => [{ fields: directories, replace: map.path }]);

const chatEdit = fieldsEdit(directories, ({ map }) => map.path);
