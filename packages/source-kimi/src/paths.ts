import { createHash } from "node:crypto";
import { basename, dirname, join } from "node:path";
import type { Context, SourceOptions } from "@chatexport/core";
import { objectsOf } from "@chatexport/core/read";
import {
  type PackedFiles,
  type PlacedFile,
  type PlacedStore,
  placedSessions,
  placesOf,
} from "@chatexport/core/source";
import { documentAt, filesOf, isSession, isSessionFile } from "./files.js";
import { listedOf } from "./listed.js";

/** The folders of Kimi CLI. */
export function placesOfCli(given: SourceOptions): readonly string[] {
  return placesOf(given, ".kimi", "KIMI_SHARE_DIR");
}

/** The folders of Kimi Code. */
export function placesOfCode(given: SourceOptions): readonly string[] {
  return placesOf(given, ".kimi-code", "KIMI_CODE_HOME");
}

/** The stores of both programs with what tells where their sessions took place. */
export function placedStores(given: SourceOptions, context: Context): PlacedStore[] {
  return [
    ...placesOfCli(given).map((place) => storeOfCli(place, context)),
    ...placesOfCode(given).map((place) => storeOfCode(place, context)),
  ];
}

/** Only the list of folders tells which one a hash stands for (1.49.0). */
function storeOfCli(place: string, context: Context): PlacedStore {
  const path = join(place, "kimi.json");
  const places = objectsOf(documentAt(path)?.work_dirs).flatMap(({ kaos = "local" }, index) =>
    // Others are on other machines.
    kaos === "local" ? [`work_dirs.${index}.path`] : [],
  );
  const list: PlacedFile = { path, kind: "json", places };
  const folderName = (cwd: string) => createHash("md5").update(cwd).digest("hex");
  const placed = (file: string) => {
    const listed = listedOf(file);
    if (!listed) return undefined;
    const { id, cwd = "" } = listed;
    const own = isSessionFile(file) ? file : dirname(file);
    const folder = dirname(own);
    const placedBy = basename(folder) === folderName(cwd) ? [list] : [];
    return { id, cwd, path: file, placedBy, within: { folder, own: [own] } };
  };
  return {
    files: [list],
    sessions: placedSessions(join(place, "sessions"), isSession, placed, context),
    folderName,
  };
}

/** A session is listed for a folder by the name of the folder around it (0.38.0). */
function storeOfCode(place: string, context: Context): PlacedStore {
  const placed = (path: string) => {
    const listed = listedOf(path);
    const [state] = filesOf(path).about;
    if (!listed || state === undefined) return undefined;
    const own = dirname(state);
    const placedBy = [
      { path: state, kind: "json" as const, places: ["cwd", "workDir", "custom.cwd"] },
    ];
    return {
      ...{ id: listed.id, cwd: listed.cwd, path, placedBy },
      within: { folder: dirname(own), own: [own] },
    };
  };
  const path = join(place, "session_index.jsonl");
  return {
    files: [{ path, kind: "lines", places: ["workDir"], ownPaths: ["sessionDir"] }],
    sessions: placedSessions(join(place, "sessions"), isSession, placed, context),
    root: join(place, "sessions"),
    folderName: projectFolder,
  };
}

/** The name of the folder for the sessions of a project, which no other has. */
function projectFolder(cwd: string): string {
  const path = withoutEnd(cwd.replaceAll("\\", "/"), "/");
  const plain = basename(path)
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, "-");
  const name = trimmed(trimmed(plain).slice(0, 40));
  const hash = createHash("sha256").update(path).digest("hex").slice(0, 12);
  return `wd_${["", ".", ".."].includes(name) ? "workspace" : name}_${hash}`;
}

/** A name without dashes at its ends. */
function trimmed(name: string): string {
  const end = withoutEnd(name, "-");
  return end.slice(end.search(/[^-]|$/));
}

/** A text without the signs of one kind at its end. */
function withoutEnd(text: string, sign: string): string {
  let { length } = text;
  while (text[length - 1] === sign) length--;
  return text.slice(0, length);
}

/** The files of a session of Kimi Code in a pack. */
export const packed: PackedFiles = {
  laidOutAt: (name) => `sessions/project/${name}`,
  isOwn: (name, id) => name === `${id}/state.json` || name.startsWith(`${id}/agents/`),
  command: (id) => ["kimi", "--session", id],
};
