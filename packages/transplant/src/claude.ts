import claudeSink, { sessionIdOf } from "@chatexport/sink-claude";
import claudeSource from "@chatexport/source-claude";
import { transcriptPath, transcriptsNamed } from "@chatexport/source-claude/paths";
import type { Target } from "./target.js";

/** Claude Code goes on with a transcript that lies among its own. */
export const claude: Target = {
  title: "Claude Code",
  sink: () => claudeSink(),
  source: (path) => claudeSource({ roots: [path] }),
  idOf: sessionIdOf,
  filesOf: transcriptsNamed,
  pathOf: ({ id, folder }, system) => transcriptPath(id, folder, system),
  command: (id) => ["claude", "--resume", id],
};
