import { type PackablePlacedTool, placedTools } from "@chatexport/relocate/records";
import codex from "@chatexport/source-codex";
import * as codexPaths from "@chatexport/source-codex/paths";
import copilot from "@chatexport/source-copilot";
import * as copilotPaths from "@chatexport/source-copilot/paths";
import gemini from "@chatexport/source-gemini";
import * as geminiPaths from "@chatexport/source-gemini/paths";
import opencode from "@chatexport/source-opencode";
import * as opencodePaths from "@chatexport/source-opencode/paths";
import type { PackedTool } from "./packed-tool.js";
import { claudeTool } from "./tools/claude.js";
import { placedTool } from "./tools/placed.js";
import { rowsTool } from "./tools/rows.js";

/** The tools whose sessions a pack can hold, by the names of their sources. */
export const packedTools = table({
  claude: claudeTool,
  codex: ofPaths("Codex", codex, codexPaths),
  copilot: ofPaths("Copilot CLI", copilot, copilotPaths),
  gemini: ofPaths("Gemini CLI", gemini, geminiPaths),
  opencode: rowsTool({
    ...{ title: "OpenCode", source: opencode, packed: opencodePaths.packed },
    ...{ sessionsOf: opencodePaths.rowSessions, ownDatabase: opencodePaths.ownDatabase },
  }),
  pi: placedTool(placedTools.pi),
  qwen: placedTool(placedTools.qwen),
  kimi: placedTool({ ...placedTools.kimi, title: "Kimi Code" }),
  cline: placedTool(placedTools.cline),
  continue: placedTool(placedTools.continue),
  droid: placedTool(placedTools.droid),
  openhands: placedTool(placedTools.openhands),
  vibe: placedTool(placedTools.vibe),
});

/** The name of the source of such a tool. */
export type PackedToolName = keyof typeof packedTools;

/** The names of all these tools. */
export const packedToolNames = Object.keys(packedTools) as PackedToolName[];

/** A tool by what its source says of its stores. */
function ofPaths(
  title: string,
  source: PackablePlacedTool["source"],
  paths: Pick<PackablePlacedTool, "packed"> & { placedStores: PackablePlacedTool["storesOf"] },
): PackedTool {
  return placedTool({ title, source, storesOf: paths.placedStores, packed: paths.packed });
}

/** Tools by their names, which alone the type of a name knows. */
function table<Name extends string>(
  tools: Readonly<Record<Name, PackedTool>>,
): Readonly<Record<Name, PackedTool>> {
  return tools;
}
