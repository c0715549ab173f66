import { mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { mcpServer, surroundings } from "../surroundings.mjs";

/**
 * Makes a home in which the client asks nothing and knows no server but the mock; returns its whole environment.
 *
 * @param {import("../clients.mjs").Place} place
 */
export function onboard({ home, folders, temporary, url }) {
  const own = join(home, ".codex");
  mkdirSync(own, { recursive: true });
  const lines = [
    'model = "gpt-5.5"',
    'model_provider = "mock"',
    'approval_policy = "never"',
    'sandbox_mode = "danger-full-access"',
    "check_for_update_on_startup = false",
    "[model_providers.mock]",
    'name = "mock"',
    `base_url = ${quoted(`${url}/v1`)}`,
    'env_key = "MOCK_KEY"',
    'wire_api = "responses"',
    "request_max_retries = 0",
    "stream_max_retries = 0",
    "[mcp_servers.echo]",
    `command = ${quoted(process.execPath)}`,
    `args = [${quoted(mcpServer)}]`,
    ...folders.flatMap((folder) => [
      `[projects.${quoted(realpathSync(folder))}]`,
      'trust_level = "trusted"',
    ]),
  ];
  writeFileSync(join(own, "config.toml"), `${lines.join("\n")}\n`);
  return {
    ...surroundings(home),
    CODEX_HOME: own,
    TMPDIR: temporary,
    // No key of anybody: the mock takes every one.
    MOCK_KEY: "invented",
  };
}

/** A text as TOML writes it, which is as JSON does. */
function quoted(/** @type {string} */ text) {
  return JSON.stringify(text);
}

/** True when a line of a rollout repeats what other lines say: what the model is sent after a compaction. */
export function isLog(/** @type {string} */ line) {
  return line.includes('"type":"world_state"');
}
