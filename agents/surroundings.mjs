import { fileURLToPath } from "node:url";

/** The MCP server that every client knows. */
export const mcpServer = fileURLToPath(new URL("mcp-server.mjs", import.meta.url));

const program = fileURLToPath(new URL("../packages/cli/bin/chatexport.js", import.meta.url));

/** A command that serves the history in a folder, where another tool (pi) has stored sessions. */
export function historyServer(/** @type {string} */ folder) {
  return { command: process.execPath, args: [program, "mcp", "--from", "pi", "--root", folder] };
}

/** The words of the command that `chatexport hook install` gives a tool, which exports into a folder. */
export function exportHook(/** @type {string} */ tool, /** @type {string} */ folder) {
  return [process.execPath, program, "hook", "run", tool, "--out", folder];
}

/** A shell's condition that a text stands in a file of a folder, which may take half a minute to come. */
export function isExported(/** @type {string} */ text, /** @type {string} */ folder) {
  return `timeout 30 sh -c "until grep -rqs '${text}' ${folder}; do sleep 0.1; done"`;
}

/** A session of another tool (pi), in which a person said something. */
export function earlierSession(/** @type {string} */ text) {
  const timestamp = "2026-01-31T10:00:00.000Z";
  const content = [{ type: "text", text }];
  const records = [
    { type: "session", version: 3, id: "earlier", timestamp, cwd: "/home/mira/code/shop" },
    { type: "message", id: "m1", parentId: null, timestamp, message: { role: "user", content } },
  ];
  return records.map((record) => `${JSON.stringify(record)}\n`).join("");
}

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
