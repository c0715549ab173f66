import { present } from "@chatexport/core";
import type { DetailsReader } from "./details.js";
import { firstText } from "./values.js";

/**
 * Work for a sub-agent. Its id is in the result (`task_v2`) or in what the editor kept; builds of early
 * 2026 kept neither.
 */
export const task: DetailsReader = ({ input, output, additional }) =>
  present({
    kind: "task",
    title: firstText(input, "description"),
    task: firstText(input, "prompt"),
    subagent: firstText(output, "agentId") ?? firstText(additional, "subagentComposerId"),
  });
