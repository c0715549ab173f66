import { mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cache } from "../install.mjs";
import { mcpServer, surroundings } from "../surroundings.mjs";

/** The model that the client is told to ask: it decides which tools there are. */
const model = "gpt-5.4";

/** No question, and nothing from elsewhere. */
export const allowAll = [
  ...["--allow-all-tools", "--allow-all-paths"],
  ...["--disable-builtin-mcps", "--no-auto-update"],
];

/** The place where the client unpacks itself, 200 MB: beside the homes, and once. */
const unpacked = join(cache, "copilot-unpacked");

/** The place where a version has unpacked the schema of what it stores. */
export function schemaOf(/** @type {string} */ version) {
  const { platform, arch } = process;
  const folder = join(unpacked, "copilot/pkg", `${platform}-${arch}`, version);
  return join(folder, "schemas/session-events.schema.json");
}

/**
 * Makes a home in which the client asks nothing and knows no server but the mock; returns its whole environment.
 *
 * @param {import("../clients.mjs").Place} place
 */
export function onboard({ home, folders, temporary, url }) {
  const own = join(home, ".copilot");
  mkdirSync(join(own, "agents"), { recursive: true });
  const trustedFolders = folders.map((folder) => realpathSync(folder));
  writeFileSync(join(own, "config.json"), JSON.stringify({ trustedFolders }));
  writeFileSync(join(own, "settings.json"), JSON.stringify({ banner: "never", trustedFolders }));
  const echo = { type: "local", command: process.execPath, args: [mcpServer], tools: ["*"] };
  writeFileSync(join(own, "mcp-config.json"), JSON.stringify({ mcpServers: { echo } }));
  return {
    ...environmentOf(home),
    TMPDIR: temporary,
    COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
    HTTP_PROXY: url,
    HTTPS_PROXY: url,
  };
}

/** The environment in which the client asks nobody, as there is no mock. */
export function environmentOf(/** @type {string} */ home) {
  const nowhere = "http://127.0.0.1:1";
  return {
    ...surroundings(home),
    XDG_CACHE_HOME: unpacked,
    COPILOT_OFFLINE: "true",
    COPILOT_MODEL: model,
    COPILOT_PROVIDER_BASE_URL: nowhere,
    COPILOT_PROVIDER_WIRE_API: "responses",
    // No key of anybody: the mock takes every one.
    COPILOT_PROVIDER_API_KEY: "invented",
    HTTP_PROXY: nowhere,
    HTTPS_PROXY: nowhere,
    NO_PROXY: "127.0.0.1,localhost",
  };
}
