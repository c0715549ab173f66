import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { install, newestVersion } from "../install.mjs";
import { openaiResponses } from "../mock/openai-responses.mjs";
import { olderThan } from "../versions.mjs";
import { compareWithServer } from "./compare.mjs";
import { isLog, onboard } from "./home.mjs";
import { playRuns } from "./runs.mjs";
import { scenarios } from "./scenarios/index.mjs";

const clientPackage = "@openai/codex";

/** The newest version that all scenarios are known to work with. */
const pinned = "0.171.0";

/** OpenAI Codex. @type {import("../clients.mjs").Client} */
export const codex = {
  name: "codex",
  source: "codex",
  pinned,
  // The first one tells the session of a run; from 0.117.0 on, the app server lists all sessions.
  eras: ["0.73.0", "0.98.0", "0.117.0", "0.140.0", "0.169.0", pinned],
  newest: () => newestVersion(clientPackage),
  install(version) {
    return [process.execPath, join(install(clientPackage, version), clientPackage, "bin/codex.js")];
  },
  protocols: [openaiResponses],
  scenarios,
  onboard,
  playRuns,
  // Names of sessions stand beside them.
  isTranscript: (path) =>
    /^\.codex\/(?:(?:archived_)?sessions\/.*\.jsonl|session_index\.jsonl)$/.test(path),
  isLog,
  plant(home) {
    const sessions = join(home, ".codex/sessions");
    for (const entry of readdirSync(sessions, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const path = join(entry.parentPath, entry.name);
      const text = readFileSync(path, "utf8");
      // In both views.
      writeFileSync(
        path,
        text.replaceAll(/"type":"(?:message|AgentMessage|agent_message)"/g, '"type":"words"'),
      );
    }
  },
  compare: async (read) =>
    olderThan(read.version, "0.117.0") ? [] : [await compareWithServer(read)],
};
