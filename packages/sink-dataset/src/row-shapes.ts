import type { RowDialect } from "./options.js";

/** The shape of a line. */
export interface RowShape {
  /** The meaning of a line, in Markdown. */
  description: string;
  /**
   * The fields of a line by name, as the library `datasets` declares them. It would guess
   * otherwise, from the first lines of a file, and refuse those that differ; `json` (seen in 5.0.1)
   * takes any value.
   */
  columns: Readonly<Record<string, "string" | "json" | "json list">>;
}

/** The shapes of all dialects. */
export const rowShapes: Readonly<Record<RowDialect, RowShape>> = {
  openai: {
    description:
      "Each line is the conversation of a session or of a sub-agent: `messages` as in chat completions, with calls of tools and their results, `tools` where they are known, and facts in `metadata`.",
    columns: {
      id: "string",
      title: "string",
      parent_id: "string",
      messages: "json list",
      tools: "json list",
      metadata: "json",
      attachments: "json list",
    },
  },
  "ai-sdk": {
    description:
      "Each line is the conversation of a session or of a sub-agent: `messages` as the AI SDK shows them, and facts in `metadata`.",
    columns: {
      id: "string",
      title: "string",
      messages: "json list",
      metadata: "json",
      attachments: "json list",
    },
  },
  atif: {
    description:
      "Each line is the trajectory of a session with those of its sub-agents, in the Agent Trajectory Interchange Format.",
    columns: {
      schema_version: "string",
      session_id: "string",
      trajectory_id: "string",
      agent: "json",
      steps: "json list",
      subagent_trajectories: "json list",
      final_metrics: "json",
      extra: "json",
    },
  },
};
