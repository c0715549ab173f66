import { readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Context, JsonObject, SourceOptions } from "@chatexport/core";
import { attempt, isLinesName, type System, textOf, thisSystem } from "@chatexport/core/read";
import {
  bothEnds,
  type PackedFiles,
  type PlacedFile,
  type PlacedStore,
  placedSessions,
  placesOf,
} from "@chatexport/core/source";

/** The tool's folder, and one that was named for sessions alone. */
export function placesAt(given: SourceOptions): readonly string[] {
  return placesOf(given, ".pi/agent", "PI_CODING_AGENT_DIR", "PI_CODING_AGENT_SESSION_DIR");
}

/** The stores with what tells where their sessions took place, and which one they were copied from. */
export function placedStores(given: SourceOptions, context: Context): PlacedStore[] {
  const placed = (path: string) => {
    const header = bothEnds(path).head[0];
    if (!header || !isHeader(header)) return undefined;
    const [id, cwd] = [textOf(header.id) ?? basename(path), textOf(header.cwd)];
    const within = { folder: dirname(path), own: [path] };
    return { id, cwd, path, placedBy: [headerOf(path)], within };
  };
  const { isFlat } = ownSessions(thisSystem());
  return placesAt(given).map((place) => ({
    files: [],
    sessions: placedSessions(place, isLinesName, placed, context),
    ...(isFlat ? {} : { root: join(place, "sessions") }),
    folderName: projectFolder,
  }));
}

function headerOf(path: string): PlacedFile {
  const ownPaths = ["parentSession", "branchedFrom"];
  return { path, kind: "lines", places: ["cwd"], ownPaths, isHead: isHeader };
}

function isHeader({ type }: JsonObject): boolean {
  return type === "session";
}

/** The sessions of an id in the user's own store (1.6.0). */
export function sessionsNamed(id: string, system: System): string[] {
  const { folder } = ownSessions(system);
  const names = attempt(() => readdirSync(folder, { recursive: true, encoding: "utf8" })) ?? [];
  return names
    .filter((name) => basename(name).endsWith(`Z_${id}.jsonl`))
    .map((name) => join(folder, name));
}

/** The path where the tool keeps a session that began at a time in a folder (1.6.0). */
export function sessionPath(
  { id, folder, startedAt }: { id: string; folder: string; startedAt: Date },
  system: System,
): string {
  const { folder: sessions, isFlat } = ownSessions(system);
  const name = `${startedAt.toISOString().replace(/[:.]/g, "-")}_${id}.jsonl`;
  return isFlat ? join(sessions, name) : join(sessions, projectFolder(folder), name);
}

/** The name of the folder in which the tool keeps the sessions of a folder; several may have the same one. */
function projectFolder(cwd: string): string {
  return `--${cwd.replace(/^[/\\]/, "").replace(/[/\\:]/g, "-")}--`;
}

/** The folder of sessions; one that the user named has no folders for projects. */
function ownSessions({ env, home }: System): { folder: string; isFlat: boolean } {
  const named = env.PI_CODING_AGENT_SESSION_DIR;
  if (named) return { folder: named, isFlat: true };
  const own = env.PI_CODING_AGENT_DIR || join(home, ".pi/agent");
  return { folder: join(own, "sessions"), isFlat: false };
}

/** The files of a session in a pack. */
export const packed: PackedFiles = {
  isOwn: (name, id) => name.endsWith(`Z_${id}.jsonl`) && !name.includes("/"),
  command: (id) => ["pi", "--session", id],
};
