import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import claude from "@chatexport/source-claude";
import { readAll } from "../read-all.js";
import { valueFrom } from "../value-from.js";

const one = "7a1c2f3e-0b4d-4c5e-8f6a-000000000001";
const other = "7a1c2f3e-0b4d-4c5e-8f6a-000000000002";
const words = [
  ..."display pastedContents timestamp project sessionId content subject status pending id owner".split(
    " ",
  ),
  ..."blockedBy description entries originalPath fullPath summary firstPrompt created modified".split(
    " ",
  ),
  ..."cliSessionId title isArchived cwd originCwd worktreePath type user assistant message role".split(
    " ",
  ),
  ..."agentType toolUseId parentAgentId workflowProgress agents runId script phases result".split(
    " ",
  ),
  ..."backupFileName version backupTime trackedFileBackups snapshot b@v1 loglines uuid text".split(
    " ",
  ),
  one,
  other,
  "/a",
];

const home = mkdtempSync(join(tmpdir(), "chatexport-fuzz-"));
process.on("exit", () => rmSync(home, { recursive: true, force: true }));

function write(path: string, ...lines: unknown[]): void {
  mkdirSync(dirname(join(home, path)), { recursive: true });
  writeFileSync(join(home, path), lines.map((line) => JSON.stringify(line)).join("\n"));
}

/**
 * The files that Claude Code keeps beside transcripts, made of values that nobody wrote: each
 * record is counted.
 */
export async function fuzz(bytes: Uint8Array): Promise<void> {
  const values = Array.from({ length: 1 + bytes.length / 40 }, (_, at) =>
    valueFrom(bytes.subarray(at * 40, at * 40 + 40), words),
  );
  const [first, last] = [values[0], values.at(-1)];
  const prompt = { uuid: "u1", parentUuid: null, message: { role: "user", content: "Hello" } };
  const snapshot = (tracked: unknown) => ({
    type: "file-history-snapshot",
    snapshot: { trackedFileBackups: tracked },
  });
  const project = ".claude/projects/-a";
  write(
    `${project}/${one}.jsonl`,
    { type: "user", sessionId: one, cwd: "/a", ...prompt },
    snapshot(first),
    ...values.map((value) => snapshot({ "a.ts": value, "b.ts": { backupFileName: value } })),
  );
  write(`.claude/file-history/${one}/b@v1`, first);
  write(
    ".claude/history.jsonl",
    ...values,
    ...values.map((pastedContents, timestamp) => ({ display: "x", pastedContents, timestamp })),
    { display: "x", project: first, sessionId: last, timestamp: last },
  );
  write(`.claude/todos/${one}-agent-${one}.json`, values);
  for (const [at, value] of values.entries()) write(`.claude/tasks/${one}/${at}.json`, value);
  write(`.claude/tasks/${one}/t.json`, { id: "t", subject: "x", blockedBy: first, owner: last });
  write(`${project}/sessions-index.json`, {
    entries: [{ sessionId: other, firstPrompt: first, created: last, summary: last }, ...values],
  });
  write(`${project}/${one}/workflows/wf_a.json`, last);
  write(`${project}/${one}/subagents/agent-a.meta.json`, first);
  write(`${project}/${one}/subagents/agent-a.jsonl`, { type: "user", ...prompt }, last);
  const app = ".config/Claude/claude-code-sessions/account/org";
  write(`${app}/local_a.json`, { cliSessionId: one, title: first, isArchived: last, cwd: last });
  write(`${app}/local_b.json`, last);
  write("web.json", { loglines: [{ type: "user", sessionId: "w", ...prompt }, ...values] });
  const options = { fileHistory: true, memory: true, unowned: true, empty: true };
  const expected = new Set(["malformed-web-session"]);
  await readAll(claude({ home, ...options }), { expected });
  await readAll(claude({ roots: [join(home, "web.json")], ...options }), { expected });
}
