import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { mcpServer, surroundings } from "../surroundings.mjs";

/**
 * Makes a home in which the client asks nothing and knows no server but the mock; returns its whole environment.
 *
 * @param {import("../clients.mjs").Place} place
 */
export function onboard({ home, temporary, url }) {
  const own = join(home, ".continue");
  mkdirSync(own, { recursive: true });
  const model = {
    ...{ name: "mock", provider: "openai", model: "mock-model" },
    ...{ apiBase: `${url}/v1`, apiKey: "invented", roles: ["chat"], capabilities: ["tool_use"] },
  };
  const echo = { name: "echo", command: process.execPath, args: [mcpServer] };
  const settings = { name: "mock", version: "1.0.0", models: [model], mcpServers: [echo] };
  // JSON is YAML, too.
  writeFileSync(join(own, "config.yaml"), JSON.stringify(settings));
  return {
    ...surroundings(home),
    TMPDIR: temporary,
    CONTINUE_TELEMETRY_ENABLED: "0",
    CONTINUE_ALLOW_ANONYMOUS_TELEMETRY: "0",
  };
}
