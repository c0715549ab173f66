import { readdirSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { attempt, type System } from "@chatexport/core/read";
import { contentElsewhere } from "@chatexport/relocate/records";
import claude from "@chatexport/source-claude";
import { sessionFiles, transcriptPath } from "@chatexport/source-claude/paths";
import { ownTranscriptIds, sessionIn } from "../../records/find-transcript.js";
import type { PackedTool, StoredSession } from "../packed-tool.js";

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

/** Sessions of Claude Code. */
export const claudeTool: PackedTool = {
  title: "Claude Code",
  sessions: (system, folder) =>
    new Map(
      transcripts(system, folder).map(([id, path]) => [id, transcriptSession(path)] as const),
    ),
  isOwn: (name, id) =>
    isUuid.test(id) &&
    (name === `project/${id}.jsonl` ||
      name.startsWith(`project/${id}/`) ||
      name.startsWith(`file-history/${id}/`) ||
      name.startsWith(`tasks/${id}/`) ||
      name === `todos/${id}.json` ||
      name.startsWith(`todos/${id}-agent-`)),
  laidOutAt: (name) => (name.startsWith("project/") ? `projects/${name}` : name),
  source: (roots) => claude({ roots: [...roots] }),
  placeFor(folder, system) {
    const project = dirname(transcriptPath("any", folder, system));
    const config = dirname(dirname(project));
    return {
      pathOf(name) {
        const [first, ...rest] = name.split("/");
        return first === "project" ? join(project, ...rest) : join(config, name);
      },
      mayReplace: (name) => !name.startsWith("project/"),
      ownFolders: [
        { from: `${packedConfig}/project`, to: project },
        { from: packedConfig, to: config },
      ],
    };
  },
  command: (id) => ["claude", "--resume", id],
};

const isUuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

function transcripts(system: System, folder?: string): [string, string][] {
  if (folder === undefined) return [...ownTranscriptIds(system)];
  const project = join(folder, "projects", "project");
  const names = attempt(() => readdirSync(project)) ?? [];
  return names
    .filter((name) => name.endsWith(".jsonl"))
    .map((name) => [sessionIn(name), join(project, name)]);
}

/** The session in a transcript. */
export function transcriptSession(path: string): StoredSession {
  const project = dirname(path);
  const config = dirname(dirname(project));
  const nameOf = (file: string) => {
    const isOfProject = file.startsWith(project + sep);
    const name = isOfProject ? join("project", relative(project, file)) : relative(config, file);
    return name.replaceAll(sep, "/");
  };
  return {
    ...{ id: sessionIn(path), roots: [path] },
    ownFolders: [
      { from: project, to: `${packedConfig}/project` },
      { from: config, to: packedConfig },
    ],
    files(pairs) {
      const { own, elsewhere } = sessionFiles(path);
      return new Map(
        [path, ...own, ...elsewhere].map((file) => [nameOf(file), contentElsewhere(file, pairs)]),
      );
    },
  };
}
