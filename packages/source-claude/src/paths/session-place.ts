import { existsSync } from "node:fs";
import { join } from "node:path";
import { contextFor } from "@chatexport/core";
import type { System } from "@chatexport/core/read";
import { namesIn } from "../locate/disk.js";
import { indexName, isAgentFile, isTranscriptName } from "../locate/file-kinds.js";
import { findPathStores } from "./path-stores.js";
import { projectFolderAmong } from "./project-folder.js";

/** The transcripts of a session in the user's own config folder: `--resume` takes one from any folder (2.1.330). */
export function transcriptsNamed(id: string, system: System): string[] {
  return inProjects(`${id}.jsonl`, system);
}

/** The transcripts of all sessions in the user's own config folder; those of sub-agents are not among them. */
export function ownTranscripts(system: System): string[] {
  return projectFolders(system).flatMap((folder) =>
    namesIn(folder)
      .filter((name) => isTranscriptName(name) && !isAgentFile(name))
      .map((name) => join(folder, name)),
  );
}

/** The lists of a project's sessions in the user's own config folder (January and February 2026). */
export function ownIndexes(system: System): string[] {
  return inProjects(indexName, system);
}

function inProjects(name: string, system: System): string[] {
  return projectFolders(system).flatMap((folder) =>
    existsSync(join(folder, name)) ? join(folder, name) : [],
  );
}

function projectFolders(system: System): string[] {
  const projects = ownProjects(system);
  return namesIn(projects).map((name) => join(projects, name));
}

/**
 * The path where the tool lists a session that takes place in a folder, given with links resolved
 * (2.1.330).
 */
export function transcriptPath(id: string, folder: string, system: System): string {
  const projects = ownProjects(system);
  return join(projects, projectFolderAmong(namesIn(projects), folder), `${id}.jsonl`);
}

function ownProjects(system: System): string {
  const [config] = findPathStores({}, system, contextFor({}, {})).configFolders;
  return join(config?.path ?? join(system.home, ".claude"), "projects");
}
