import { call, codingScenarios, mcpScenario } from "../coding-scenarios.mjs";

const { commands, edits, moved, packed } = codingScenarios({
  run: (command) => call("Bash", { command }),
  read: (path) => call("Read", { filepath: path }),
  write: (path, content) => call("Write", { filepath: path, content }),
  replace: (path, old, text) =>
    call("Edit", { file_path: path, old_string: old, new_string: text }),
});

/** All scenarios by name. @type {Record<string, import("../prompt-runs.mjs").Scenario>} */
export const scenarios = {
  plain: {
    about: "A prompt and an answer; of thoughts, the client keeps nothing.",
    sets: ["quick", "eras"],
    make: ({ say, prompt }) => ({
      scripts: {
        first: [[{ type: "text", text: say("answer", "Good morning!\n\n- **bold** `a < b`\n") }]],
      },
      runs: [{ prompt: prompt("first", "Good morning.") }],
    }),
  },
  commands,
  edits,
  moved,
  packed,
  mcp: mcpScenario("echo"),
};
