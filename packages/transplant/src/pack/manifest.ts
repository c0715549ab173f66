import type { JsonObject } from "@chatexport/core";
import { listOf, numberOf, objectOf, parseLine, textOf } from "@chatexport/core/read";
import { type PackedToolName, packedToolNames, packedTools } from "./packed-tools.js";

/*
 * A pack is a tar.gz. `manifest.json` says what is in it; all other files lie as in the config folder of Claude
 * Code, except that there is one project:
 *
 *   project/ID.jsonl      the transcript of a session
 *   project/ID/…          transcripts of its sub-agents, large outputs, marks
 *   file-history/ID/…     backups for rewinding
 *   tasks/ID/…, todos/ID… what was to be done
 *
 * Of another tool, `project` is the folder that it calls after the project.
 *
 * In records, `packedProject` stands for the folder of the project, `packedConfig` for that of the client.
 */

/** The name of the file that says what is in a pack. */
export const manifestName = "manifest.json";

/** The path in records for the folder in which a session took place. */
export const packedProject = "/chatexport/project";

/** The path in records for the config folder of Claude Code; its one project is in `project`. */
export const packedConfig = "/chatexport/claude";

/** The table of contents of a pack. */
export interface PackManifest {
  /** The name of the source of the tool whose sessions it holds. */
  tool: "claude" | PackedToolName;
  /** True when secrets were masked. */
  isMasked: boolean;
  sessions: PackedSession[];
}

/** A session in a pack. */
export interface PackedSession {
  /** Of Claude Code a UUID: its transcript is `project/ID.jsonl`. */
  id: string;
  title?: string;
}

const format = "chatexport-pack";

/** The first version knows Claude Code alone. */
const versionOf = (tool: PackManifest["tool"]) => (tool === "claude" ? 1 : 2);

/** The text of a manifest. */
export function manifestText({ tool, ...rest }: PackManifest): string {
  return `${JSON.stringify({ format, version: versionOf(tool), tool, ...rest }, null, 2)}\n`;
}

/** The manifest that a text is; "later" for one of a later version, undefined for anything else. */
export function manifestIn(text: string): PackManifest | "later" | undefined {
  const manifest = objectOf(parseLine(text)) ?? {};
  if (manifest.format !== format) return undefined;
  const version = numberOf(manifest.version) ?? 0;
  if (version > 2) return "later";
  const tool = (["claude", ...packedToolNames] as const).find((name) => name === manifest.tool);
  if (tool === undefined || version !== versionOf(tool)) return undefined;
  const idForm = tool === "claude" ? uuid : /^[\w-]{1,100}$/;
  const sessions = (listOf(manifest.sessions) ?? []).map((each) =>
    sessionIn(objectOf(each), idForm),
  );
  if (sessions.length === 0) return undefined;
  if (!sessions.every((session) => session !== undefined)) return undefined;
  if (new Set(sessions.map(({ id }) => id)).size < sessions.length) return undefined;
  return { tool, isMasked: manifest.isMasked === true, sessions };
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

function sessionIn(row: JsonObject | undefined, idForm: RegExp): PackedSession | undefined {
  const [id, title] = [textOf(row?.id), textOf(row?.title)];
  if (id === undefined || !idForm.test(id)) return undefined;
  return title === undefined ? { id } : { id, title };
}

/** The session to which a file of a pack belongs; undefined for a name that none may have. */
export function sessionOfFile(name: string, { tool, sessions }: PackManifest): string | undefined {
  // No drives, no streams, nothing that leads out or speaks to a terminal: a pack may come from anybody.
  const isSafe = name
    .split("/")
    .every((part) => /^[^\\:\p{Cc}]+$/u.test(part) && !/^\.+$/.test(part));
  if (!isSafe) return undefined;
  if (tool !== "claude") {
    const [first, ...rest] = name.split("/");
    const isOwn = ({ id }: PackedSession) => packedTools[tool].isOwn(rest.join("/"), id);
    return first === "project" ? sessions.find(isOwn)?.id : undefined;
  }
  const owner = sessions.find(
    ({ id }) =>
      name === `project/${id}.jsonl` ||
      name.startsWith(`project/${id}/`) ||
      name.startsWith(`file-history/${id}/`) ||
      name.startsWith(`tasks/${id}/`) ||
      name === `todos/${id}.json` ||
      name.startsWith(`todos/${id}-agent-`),
  );
  return owner?.id;
}
