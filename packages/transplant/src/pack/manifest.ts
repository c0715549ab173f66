import type { JsonObject } from "@chatexport/core";
import { listOf, numberOf, objectOf, parseLine, textOf } from "@chatexport/core/read";
import { type PackedToolName, packedToolNames, packedTools } from "./packed-tools.js";

/*
 * A pack is a tar.gz. `manifest.json` says what is in it; all other files lie in a folder for each tool, which is
 * called after its source: `pi/…`, `claude/project/…`. In records, `packedProject` stands for the folder of the
 * project.
 */

/** The name of the file that says what is in a pack. */
export const manifestName = "manifest.json";

/** The path in records for the folder in which a session took place. */
export const packedProject = "/chatexport/project";

/** The table of contents of a pack. */
export interface PackManifest {
  /** True when secrets were masked. */
  isMasked: boolean;
  sessions: PackedSession[];
  /** The SHA-256 of each file, by its name. */
  checksums: ReadonlyMap<string, string>;
}

/** A session in a pack. */
export interface PackedSession {
  /** The name of the source of its tool. */
  tool: PackedToolName;
  id: string;
  title?: string;
}

const [format, version] = ["chatexport-pack", 1];

/** The text of a manifest. */
export function manifestText({ checksums, ...rest }: PackManifest): string {
  const files = Object.fromEntries(checksums);
  return `${JSON.stringify({ format, version, ...rest, files }, null, 2)}\n`;
}

/** The manifest that a text is; "later" for one of a later version, undefined for anything else. */
export function manifestIn(text: string): PackManifest | "later" | undefined {
  const manifest = objectOf(parseLine(text)) ?? {};
  const written = manifest.format === format ? (numberOf(manifest.version) ?? 0) : 0;
  if (written > version) return "later";
  if (written !== version) return undefined;
  const sessions = (listOf(manifest.sessions) ?? []).map((each) => sessionIn(objectOf(each)));
  if (!sessions.every((session) => session !== undefined)) return undefined;
  const keys = new Set(sessions.map(({ tool, id }) => `${tool} ${id}`));
  if (sessions.length === 0 || keys.size < sessions.length) return undefined;
  const isMasked = manifest.isMasked === true;
  const files = Object.entries(objectOf(manifest.files) ?? {});
  const checksums = new Map(files.map(([name, sum]) => [name, textOf(sum) ?? ""]));
  return { isMasked, sessions, checksums };
}

function sessionIn(row: JsonObject | undefined): PackedSession | undefined {
  const tool = packedToolNames.find((each) => each === row?.tool);
  const [id, title] = [textOf(row?.id), textOf(row?.title)];
  if (tool === undefined || id === undefined || !/^[\w-]{1,100}$/.test(id)) return undefined;
  return title === undefined ? { tool, id } : { tool, id, title };
}

/** A file of a pack. */
export interface PackedFile {
  tool: PackedToolName;
  /** Its name in the folder of the tool. */
  name: string;
}

/** The file of a tool that has a name in a pack; undefined for a name that none may have. */
export function fileIn(path: string, { sessions }: PackManifest): PackedFile | undefined {
  // No drives, no streams, nothing that leads out or speaks to a terminal: a pack may come from anybody.
  const isSafe = path
    .split("/")
    .every((part) => /^[^\\:\p{Cc}]+$/u.test(part) && !/^\.+$/.test(part));
  const tool = packedToolNames.find((each) => path.startsWith(`${each}/`));
  if (!isSafe || tool === undefined) return undefined;
  const name = path.slice(tool.length + 1);
  const { isOwn, rowIdIn } = packedTools[tool].packed;
  const own = sessions.filter((session) => session.tool === tool);
  const isPacked = own.some(({ id }) => isOwn(name, id));
  return isPacked || (own.length > 0 && rowIdIn?.(name) !== undefined) ? { tool, name } : undefined;
}
