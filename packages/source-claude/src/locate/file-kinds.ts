import { isLinesName, nameInPath, withoutLinesEnding } from "@chatexport/core/read";

/** The id of a transcript: its file name without extension. */
export function transcriptId(path: string): string {
  return withoutLinesEnding(nameInPath(path) ?? "");
}

/** True when a file may be a transcript as the tool writes it, by its name. */
export function isTranscriptName(name: string): boolean {
  return name.endsWith(".jsonl");
}

/** True when a file is a sub-agent's transcript; from about 2.0.28 on they have their own. */
export function isAgentFile(path: string): boolean {
  const name = nameInPath(path) ?? "";
  return name.startsWith("agent-") && isLinesName(name);
}

/** True when a file may be a saved session of the web, by its name: the tool's own JSON is none. */
export function mayBeWebSession(name: string): boolean {
  return (
    name.endsWith(".json") &&
    name !== indexName &&
    !name.endsWith(".meta.json") &&
    !name.startsWith("settings")
  );
}

/** The index of a project's sessions, in versions of January and February 2026. */
export const indexName = "sessions-index.json";

/** The mark of an archived session, in the folder of its name (2.1.330). */
export const archiveMarkName = "archived.json";

/** The prompts of all projects, since 2.0.0. */
export const historyName = "history.jsonl";

/** True for the name of the prompts of all projects, which somebody may have compressed. */
export function isHistoryName(name: string): boolean {
  return isLinesName(name) && transcriptId(name) === transcriptId(historyName);
}

/** The folder of a session, or of a project, that holds large outputs of tools. */
export const outputsName = "tool-results";

/** The folder of a project that holds what the tool remembers about it. */
export const memoryName = "memory";
