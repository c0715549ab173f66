import { fileURLToPath } from "node:url";

/** The MCP server that every client knows. */
export const mcpServer = fileURLToPath(new URL("mcp-server.mjs", import.meta.url));

/** The environment of a client: a home of its own, and nothing of the user's. */
export function surroundings(/** @type {string} */ home) {
  return {
    HOME: home,
    PATH: process.env.PATH ?? "",
    SHELL: "/bin/bash",
    LANG: "C.UTF-8",
    TZ: "UTC",
    TERM: "xterm-256color",
  };
}
