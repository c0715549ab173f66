import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { mcpServer, surroundings } from "../surroundings.mjs";

/**
 * Makes a home in which the client asks nothing and knows no server but the mock; returns its whole environment.
 *
 * @param {import("../clients.mjs").Place} place
 */
export function onboard({ home, temporary, url }) {
  const own = join(home, ".gemini");
  mkdirSync(own, { recursive: true });
  const settings = {
    general: { disableAutoUpdate: true, checkpointing: { enabled: true } },
    security: { auth: { selectedType: "gemini-api-key" }, folderTrust: { enabled: false } },
    privacy: { usageStatisticsEnabled: false },
    mcpServers: { echo: { command: process.execPath, args: [mcpServer] } },
  };
  writeFileSync(join(own, "settings.json"), JSON.stringify(settings));
  return {
    ...surroundings(home),
    TMPDIR: temporary,
    GEMINI_API_KEY: "invented",
    GOOGLE_GEMINI_BASE_URL: url,
  };
}
