import { join } from "node:path";
import { idOf, write } from "./files.js";

/** The files that Claude Code keeps of a session in each of these projects. */
export function writeClaudeStores(home: string, projects: readonly string[]): void {
  projects.forEach((project, index) => {
    writeSession(join(home, ".claude/projects", folderOf(project)), project, idOf(1, index));
  });
  const history = projects.map((project, index) => ({
    display: project,
    pastedContents: {},
    timestamp: 1_790_000_000_000 + index,
    project,
    sessionId: idOf(1, index),
  }));
  write(join(home, ".claude/history.jsonl"), lines(history));
  const own = projects.map((project) => [project, { allowedTools: [], lastCost: 0.5 }]);
  const state = { numStartups: 3, projects: Object.fromEntries(own) };
  write(join(home, ".claude.json"), JSON.stringify(state, null, 2));
}

/** As the tool derives it; written once more, so that a fault in the package would show. */
function folderOf(path: string): string {
  const name = path.normalize("NFC").replace(/[^a-zA-Z0-9]/g, "-");
  if (name.length <= 200) return name;
  let hash = 0;
  for (let at = 0; at < path.length; at++) hash = ((hash << 5) - hash + path.charCodeAt(at)) | 0;
  return `${name.slice(0, 200)}-${Math.abs(hash).toString(36)}`;
}

function lines(records: readonly object[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join("");
}

/** People, models and tools name the path; the last line was cut off. */
function writeSession(folder: string, project: string, id: string): void {
  const output = join(folder, id, "tool-results", "big.txt");
  const record = (number: number, cwd: string, rest: object) => ({
    isSidechain: false,
    userType: "external",
    sessionId: id,
    version: "2.1.39",
    gitBranch: "main",
    uuid: `${id}-${number}`,
    parentUuid: number === 1 ? null : `${id}-${number - 1}`,
    timestamp: `2026-09-21T10:00:0${number}.000Z`,
    cwd,
    ...rest,
  });
  const call = `toolu_${id}`;
  const result = `<persisted-output>\nOutput too large (36.8KB). Full output saved to: ${output}\n\nPreview (first 2KB):\n${project}\n</persisted-output>`;
  const records = [
    record(1, project, { type: "user", message: { role: "user", content: project } }),
    record(2, `${project}/src`, {
      type: "assistant",
      message: {
        id: `msg-${id}`,
        type: "message",
        role: "assistant",
        model: "claude-opus-4-6",
        content: [
          { type: "tool_use", id: call, name: "Bash", input: { command: `cat ${project}` } },
        ],
        stop_reason: null,
        usage: { input_tokens: 1, output_tokens: 1 },
      },
    }),
    // A folder whose name only begins like that of the project.
    record(3, `${project}2`, {
      type: "user",
      message: {
        role: "user",
        content: [{ type: "tool_result", tool_use_id: call, content: result }],
      },
      toolUseResult: { stdout: project, persistedOutputPath: output },
    }),
    // What the model was told of the folder, and the log of what it was sent.
    record(4, project, {
      type: "attachment",
      attachment: { type: "environment", snapshot: { workingDirectory: project } },
      rendered: [{ content: `Primary working directory: ${project}` }],
    }),
    {
      type: "api-request-blob",
      hash: id,
      message: {
        role: "user",
        content: [{ type: "tool_result", tool_use_id: call, content: result }],
      },
    },
  ];
  write(output, `${project}\n`);
  write(
    join(folder, `${id}.jsonl`),
    `${lines(records)}{"type":"user","cwd":"${project.slice(0, 3)}`,
  );
}
