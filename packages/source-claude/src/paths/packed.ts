import { dirname, join, relative, sep } from "node:path";
import type { System } from "@chatexport/core/read";
import type { PackedFiles, PackedPlace } from "@chatexport/core/source";
import { isUuid } from "../records/records.js";
import { transcriptPath } from "./session-place.js";

/*
 * The files of a pack lie as in the config folder, except that there is one project:
 *
 *   project/ID.jsonl      the transcript of a session
 *   project/ID/…          transcripts of its sub-agents, large outputs, marks
 *   file-history/ID/…     backups for rewinding
 *   tasks/ID/…, todos/ID… what was to be done
 */

/** The path in records for the config folder; its one project is in `project`. */
const packedConfig = "/chatexport/claude";

/** The files of a session in a pack. */
export const packed: PackedFiles = {
  isOwn: (name, id) =>
    isUuid(id) &&
    (name === `project/${id}.jsonl` ||
      name.startsWith(`project/${id}/`) ||
      name.startsWith(`file-history/${id}/`) ||
      name.startsWith(`tasks/${id}/`) ||
      name === `todos/${id}.json` ||
      name.startsWith(`todos/${id}-agent-`)),
  laidOutAt: (name) => (name.startsWith("project/") ? `projects/${name}` : name),
  placesIn: (folder) => [join(folder, "projects", "project")],
  command: (id) => ["claude", "--resume", id],
};

/** The project and the config folder around a transcript. */
function foldersOf(transcript: string): string[] {
  const project = dirname(transcript);
  return [project, dirname(dirname(project))];
}

/** The place of sessions that go on in a folder. */
export function packedPlace(folder: string, system: System): PackedPlace {
  const transcript = transcriptPath("any", folder, system);
  const [project = "", config = ""] = foldersOf(transcript);
  return {
    pathOf(name) {
      const [first, ...rest] = name.split("/");
      return first === "project" ? join(project, ...rest) : join(config, name);
    },
    mayReplace: (name) => !name.startsWith("project/"),
    ownFolders: packedFolders(transcript).map(({ from, to }) => ({ from: to, to: from })),
  };
}

/** The folders around a transcript that records name, with what stands for them in a pack. */
export function packedFolders(transcript: string): { from: string; to: string }[] {
  const [project = "", config = ""] = foldersOf(transcript);
  return [
    { from: project, to: `${packedConfig}/project` },
    { from: config, to: packedConfig },
  ];
}

/** The name in a pack of a file of the session in a transcript. */
export function packedName(file: string, transcript: string): string {
  const [project = "", config = ""] = foldersOf(transcript);
  const isOfProject = file.startsWith(project + sep);
  const name = isOfProject ? join("project", relative(project, file)) : relative(config, file);
  return name.replaceAll(sep, "/");
}
