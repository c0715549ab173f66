import type { PackedFiles } from "@chatexport/core/source";
import { indexName, rowId } from "./placed.js";

/** The files of a session in a pack. */
export const packed: PackedFiles = {
  // Those of sub-agents, and of sessions that it goes on from, have other ids.
  isOwn: (name) =>
    /^(?:sessions\/\d{4}\/\d\d\/\d\d|archived_sessions)\/rollout-[\w-]+\.jsonl$/.test(name),
  rowIdIn: (name) => (name === indexName ? rowId : undefined),
  rootsOf: ({ placedBy }) => placedBy.map(({ path }) => path),
  command: (id) => ["codex", "resume", id],
};
