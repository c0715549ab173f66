import type { JsonObject } from "@chatexport/core";

/*
 * The names that Claude Code gives to its records and their fields. Nothing outside this package
 * knows them. Seen in the versions 1.0 to 2.1.3xx; the set grows with nearly every release.
 */

/** A record together with its line in the file, counted from 1. */
export interface Entry {
  line: number;
  record: JsonObject;
}

/** Records that form the conversation: each has a uuid and names its parent. */
export const conversationTypes: ReadonlySet<string> = new Set([
  "user",
  "assistant",
  "system",
  "attachment",
  "progress",
]);

/** Records about the session of which only the last one counts. */
export const stateTypes: ReadonlySet<string> = new Set([
  "custom-title",
  "ai-title",
  "last-prompt",
  "tag",
  "agent-name",
  "agent-color",
  "agent-setting",
  "permission-mode",
  "mode",
  "worktree-state",
  "relocated",
  "continued-in",
  "fork-context-ref",
]);

/** Records about the session that add up. */
export const linkTypes: ReadonlySet<string> = new Set([
  "pr-link",
  "frame-link",
  "content-replacement",
]);

/** Records that are left out, with the reason. */
export const skippedTypes: Readonly<Record<string, string>> = {
  // The chain runs through them, but what they show is shown again by what follows.
  progress: "progress",
  // Names of backups in another folder, which rewinding uses.
  "file-history-snapshot": "file-history",
  "file-history-delta": "file-history",
  // Holds ids of the user's account.
  "bridge-session": "account",
  "history-suppression": "internal-state",
  "atis-latch": "internal-state",
  "isolation-latch": "internal-state",
  "attribution-snapshot": "internal-state",
  "speculation-accept": "internal-state",
  "cost-state": "internal-state",
};

/** Whether a record of this type can stand in a transcript. */
export function isTranscriptType(type: unknown): type is string {
  return (
    typeof type === "string" &&
    (conversationTypes.has(type) ||
      stateTypes.has(type) ||
      linkTypes.has(type) ||
      Object.hasOwn(skippedTypes, type) ||
      type === "summary" ||
      type === "queue-operation")
  );
}
