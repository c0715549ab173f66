import { placedTools } from "@chatexport/relocate/records";
import type { PackedTool } from "./packed-tool.js";
import { claudeTool } from "./tools/claude.js";
import { placedTool } from "./tools/placed.js";

/*
 * For each tool, the files of a session that go into a pack, by their names in it: never settings, keys or memory.
 */

/** The name of the source of such a tool. */
export type PackedToolName = "claude" | "pi" | "qwen" | "kimi" | "droid";

/** These tools, by the names of their sources. */
export const packedTools: Readonly<Record<PackedToolName, PackedTool>> = {
  claude: claudeTool,
  pi: placedTool({
    ...placedTools.pi,
    isOwn: (name, id) => name.endsWith(`Z_${id}.jsonl`) && !name.includes("/"),
    command: (id) => ["pi", "--session", id],
  }),
  qwen: placedTool({
    ...placedTools.qwen,
    isOwn: (name, id) => name === `chats/${id}.jsonl` || name.startsWith(`subagents/${id}/`),
    command: (id) => ["qwen", "--resume", id],
  }),
  kimi: placedTool({
    ...placedTools.kimi,
    title: "Kimi Code",
    laidOutAt: (name) => `sessions/project/${name}`,
    isOwn: (name, id) => name === `${id}/state.json` || name.startsWith(`${id}/agents/`),
    command: (id) => ["kimi", "--session", id],
  }),
  droid: placedTool({
    ...placedTools.droid,
    isOwn: (name, id) => name === `${id}.jsonl` || name === `${id}.settings.json`,
    command: () => ["droid"],
  }),
};

/** The names of all these tools. */
export const packedToolNames = Object.keys(packedTools) as PackedToolName[];
