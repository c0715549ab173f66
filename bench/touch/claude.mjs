import { appendFileSync, readFileSync, statSync, truncateSync, utimesSync } from "node:fs";
import { basename, dirname } from "node:path";
import { transcriptsBelow } from "../floors/claude/transcripts.mjs";

const minute = 60_000;

/**
 * Adds a prompt to the session of the median size. Returns the id of the session and a function
 * that takes the prompt away again.
 */
export function touchClaudeHome(home) {
  const sessions = transcriptsBelow(home)
    .filter((path) => basename(dirname(path)) !== "subagents")
    .map((path) => ({ path, ...statSync(path) }))
    .sort((a, b) => a.size - b.size || (a.path < b.path ? -1 : 1));
  const { path, size, atimeMs, mtimeMs } = sessions[sessions.length >> 1];
  appendFileSync(path, `${JSON.stringify(promptAfter(lastRecordIn(path)))}\n`);
  return {
    id: basename(path, ".jsonl"),
    undo() {
      truncateSync(path, size);
      utimesSync(path, atimeMs / 1000, mtimeMs / 1000);
    },
  };
}

function lastRecordIn(path) {
  const lines = readFileSync(path, "utf8").trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line)).findLast(({ uuid }) => uuid !== undefined);
}

function promptAfter({ uuid, timestamp, cwd, sessionId, version, gitBranch }) {
  return {
    parentUuid: uuid,
    isSidechain: false,
    userType: "external",
    cwd,
    sessionId,
    version,
    gitBranch,
    type: "user",
    message: { role: "user", content: "And now the tests, please." },
    uuid: "11111111-1111-4111-8111-111111111111",
    timestamp: new Date(Date.parse(timestamp) + minute).toISOString(),
  };
}
