import { dirname, join } from "node:path";
import type { Context, JsonObject, SourceOptions } from "@chatexport/core";
import { attempt, objectOf, thisSystem } from "@chatexport/core/read";
import {
  type PackedFiles,
  type PlacedFile,
  type PlacedStore,
  placesOf,
} from "@chatexport/core/source";
import { isDocument } from "./heads.js";
import { filesOf, sessionsAt } from "./list-sessions.js";
import { projectMark, sessionPath } from "./session-place.js";

export { directoryOf, hashOf, isProjectName } from "./project.js";
export { projectMark, sessionPath, sessionsNamed } from "./session-place.js";

/** The tool's own folders, or what `roots` name. */
export function ownFolders(given: SourceOptions): readonly string[] {
  // The tool's variable names a home.
  const home = given.home ?? (thisSystem().env.GEMINI_CLI_HOME || undefined);
  return placesOf({ ...given, ...(home !== undefined && { home }) }, ".gemini");
}

/** The chats of projects, with what tells where their sub-agents worked. */
export function placedStores(given: SourceOptions, context: Context): PlacedStore[] {
  const places = ownFolders(given).map((own) => (given.roots ? own : join(own, "tmp")));
  return places.map((place) => {
    // The source tells of what cannot be read.
    const sessions = (attempt(() => sessionsAt(place, context)) ?? []).flatMap(
      ({ id, cwd, locator }) => {
        const [path = ""] = locator.files;
        if (locator.kind !== "chat" || locator.told.parent) return [];
        const own = filesOf(locator);
        const within = { folder: dirname(dirname(path)), own };
        return { id, cwd, path, placedBy: own.filter(isChat).map(chatFile), within };
      },
    );
    return { files: [], sessions, root: place };
  });
}

function isChat(path: string): boolean {
  return /[\\/]chats[\\/].+\.jsonl?$/.test(path);
}

function chatFile(path: string): PlacedFile {
  return isDocument(path)
    ? { path, kind: "json", places: chatPlaces.slice(0, 1) }
    : { path, kind: "lines", places: chatPlaces, isHead };
}

/** The folders of a sub-agent. The hash of the path in each chat stays: the tool does not look at it (0.61.0). */
const chatPlaces = ["directories.*", "$set.directories.*"];

function isHead({ directories, $set }: JsonObject): boolean {
  return (directories ?? objectOf($set)?.directories) !== undefined;
}

/** The files of a session in a pack. */
export const packed: PackedFiles = {
  // A sub-agent of a sub-agent lies in the folder of that one; a log that the tool could not read, beside its own.
  isOwn: (name, id) =>
    /^chats\/session-[\w-]+-(\w{8})\.jsonl?(?:\.unreadable-\d+)?$/.exec(name)?.[1] ===
      id.slice(0, 8) ||
    /^chats\/[\w-]+\/[\w-]+\.jsonl?$/.test(name) ||
    name.startsWith(`tool-outputs/session-${id}/`),
  // Until 2026 a project had another folder; a session can have files in both.
  nameOf: (path) => path.replaceAll("\\", "/").replace(/^.*\/(?=(?:chats|tool-outputs)\/)/, ""),
  rootsOf: ({ within }) => [...new Set(within?.own.map(projectOf))],
  placeFor(folder, system) {
    const chat = sessionPath({ id: "", folder, startedAt: new Date(0) }, system);
    const mark = projectMark(folder, system);
    const project = dirname(dirname(chat));
    return { pathOf: (name) => join(project, name), ...(mark && { mark }) };
  },
  command: (id) => ["gemini", "--resume", id],
};

/** The folder of a project around a file. */
function projectOf(path: string): string {
  return path.replace(/[\\/](?:chats|tool-outputs)[\\/].*$/, "");
}
