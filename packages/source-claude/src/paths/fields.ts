import { nameSet } from "@chatexport/core/read";

/*
 * Which fields of the tool's files hold paths, as patterns: `*` is any one name or position, `**` any
 * number of them (1.0 to 2.1.3xx). What people, models and tools said is not among them.
 */

/** Fields below `attachment` that are a path by their name. */
const attached = [
  ...nameSet(
    "cwd directory displayPath filePath filename outputDir outputFile outputFilePath path",
    "planFilePath workingDirectory worktreePath",
  ),
];

/** Of a record of a transcript. */
export const transcriptFields: readonly string[] = [
  "cwd",
  "relocatedCwd",
  "worktreeSession.originalCwd",
  "worktreeSession.preEnterOriginalCwd",
  "worktreeSession.worktreePath",
  "toolUseResult.persistedOutputPath",
  "toolUseResult.rawOutputPath",
  "toolUseResult.outputFile",
  "toolUseResult.worktreePath",
  "toolUseResult.file.outputDir",
  ...attached.map((name) => `attachment.**.${name}`),
  // `instructions` and `environment`, since about 2.1.2xx.
  "attachment.files.*",
  "attachment.snapshot.**",
  "snapshot.trackedFileBackups.*.realParentDir",
  "trackingPath",
  "backup.realParentDir",
  // Of `frame-link`.
  "path",
];

/** Names in a record of a transcript that are paths. */
export const transcriptNames: readonly string[] = ["snapshot.trackedFileBackups.*"];

/** Texts of tool results in which the tool names the file with the whole output. */
export const messageFields: readonly string[] = [
  "message.content.*.content",
  "message.content.*.content.*.text",
  "replacements.*.replacement",
  "replacements.*.replacement.*.text",
];

const spoken = nameSet("command content input prompt rendered stderr stdout tools");

/** Whether a field of an attachment is part of a text of a person, a model or a tool. */
export function isSpoken(path: readonly (string | number)[]): boolean {
  // The file that is attached lies in `content`, with its own path.
  const isFile = path[1] === "content" && path[2] === "file" && path.length === 4;
  return path[0] === "attachment" && !isFile && path.some((name) => spoken.has(String(name)));
}

/** Of the sidecar of a sub-agent (2.1.5x and later) and of the manifest of a workflow. */
export const metaFields: readonly string[] = ["cwd", "worktreePath"];

/** Of `sessions-index.json` (January and February 2026). */
export const indexFields: readonly string[] = [
  "originalPath",
  "projectPath",
  "entries.*.fullPath",
  "entries.*.projectPath",
];

/** Of a row of `history.jsonl`. */
export const promptFields: readonly string[] = ["project"];

/** Of the tool's state, besides the names of `projects`. */
export const stateFields: readonly string[] = ["githubRepoPaths.*", "githubRepoPaths.*.*"];

/** Of what the desktop app notes about a session. */
export const sidecarFields: readonly string[] = ["cwd", "originCwd", "worktreePath"];

/** The list in `sessions-index.json`, with the `sessionId` of each. */
export const indexEntries = "entries";

/** What the state has for each project, by its path. */
export const stateProjects = "projects";
