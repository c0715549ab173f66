import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { mcpServer, surroundings } from "../surroundings.mjs";

/**
 * Makes a home in which the client asks nothing and knows no server but the mock; returns its whole environment.
 *
 * @param {import("../clients.mjs").Place} place
 */
export function onboard({ home, temporary, url }) {
  const own = join(home, ".qwen");
  mkdirSync(own, { recursive: true });
  const settings = {
    general: { enableAutoUpdate: false },
    // It would offer what the user might say next.
    ui: { enableFollowupSuggestions: false },
    // An agent of its own would read each conversation to remember it.
    memory: {
      enableManagedAutoMemory: false,
      enableManagedAutoDream: false,
      enableAutoSkill: false,
    },
    security: { auth: { selectedType: "openai" }, folderTrust: { enabled: false } },
    privacy: { usageStatisticsEnabled: false },
    telemetry: { enabled: false },
    mcpServers: { echo: { command: process.execPath, args: [mcpServer] } },
  };
  writeFileSync(join(own, "settings.json"), JSON.stringify(settings));
  return {
    ...surroundings(home),
    TMPDIR: temporary,
    OPENAI_API_KEY: "invented",
    OPENAI_BASE_URL: `${url}/v1`,
    OPENAI_MODEL: "mock-model",
  };
}
