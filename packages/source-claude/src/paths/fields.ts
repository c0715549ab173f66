import { nameSet, objectOf, parseLine, wordsOf } from "@chatexport/core/read";
import { skipReason } from "../records/records.js";

/*
 * Which fields of the tool's files hold paths, as patterns: `*` is any one name or position, `**` any
 * number of them (1.0 to 2.1.3xx). What people, models and tools said is not among them.
 */

/** Fields below `attachment` that are a path by their name. */
const attached = wordsOf(
  "cwd directory displayPath filePath filename outputDir outputFile outputFilePath path",
  "planFilePath worktreePath",
);

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
  // `instructions`, since about 2.1.2xx.
  "attachment.files.*",
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

/** Fields of a record, at any depth, by which records belong together, or that the API has signed. */
export const linkFields: ReadonlySet<string> = nameSet(
  "id leafUuid logicalParentUuid messageId parentUuid promptId requestId sessionId signature",
  "sourceToolAssistantUUID timestamp toolUseID tool_use_id type uuid version",
);

const spoken = nameSet(
  "command content input prompt rendered stderr stdout tools",
  // What the model was told of its surroundings (2.1.283 and later). On resume the tool compares the
  // snapshot with the folder and tells the model what has changed.
  "changes context contextRendering snapshot systemPrompt systemTurns",
);

/** True when a field of an attachment is part of a text of a person, a model or a tool. */
export function isSpoken(path: readonly (string | number)[]): boolean {
  // The file that is attached lies in `content`, with its own path.
  const isFile = path[1] === "content" && path[2] === "file" && path.length === 4;
  return path[0] === "attachment" && !isFile && path.some((name) => spoken.has(String(name)));
}

const logged = /"type": ?"api-request/;

/** True when a line of a transcript logs what was sent to the model (2.1.330), by hashes of its content. */
export function isRequestLog(line: Buffer): boolean {
  const text = line.toString("latin1");
  return logged.test(text) && skipReason(objectOf(parseLine(text)) ?? {}) === "request-log";
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

/** The field that has the state of each project, by its path. */
export const stateProjects = "projects";
