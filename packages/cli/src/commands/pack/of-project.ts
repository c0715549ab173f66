import type { System } from "@chatexport/core/read";
import { type Packable, type PackedToolName, packedTools } from "@chatexport/transplant";
import { withSources } from "../../host/plugins/load-plugins.js";
import { isError, printProblems } from "../../host/problems.js";
import type { Run } from "../../host/run.js";
import { findSessions } from "../../host/selection/find-sessions.js";
import type { Wanted } from "../../host/selection/select-sessions.js";

/** The sessions that are packed, and those that are not. */
export interface Choice {
  packables: Packable[];
  /** The number of sessions that cannot be packed, by the names of their sources. */
  left: Map<string, number>;
}

/** The sessions of a project, of all tools. */
export async function ofProject(
  options: Wanted & { project: string },
  tools: readonly PackedToolName[],
  system: System,
  run: Run,
): Promise<Choice> {
  const { selected } = await withSources(options, (sources) =>
    findSessions(sources, options, run, { isNeeded: true }),
  );
  await printProblems(run, options, isError);
  const stored = new Map(tools.map((tool) => [tool as string, packedTools[tool].sessions(system)]));
  const packables = new Map<string, Packable>();
  const left = new Map<string, number>();
  for (const { ref } of selected) {
    const tool = tools.find((each) => each === ref.source);
    const found = stored.get(ref.source)?.get(ref.id);
    if (tool && found) packables.set(`${tool} ${found.id}`, { tool, stored: found });
    else left.set(ref.source, (left.get(ref.source) ?? 0) + 1);
  }
  return { packables: [...packables.values()], left };
}
