import { call, codingScenarios, mcpScenario } from "../coding-scenarios.mjs";
import { terminal } from "./terminal.mjs";

/** The client loses what a command prints that ends at once. */
function run(/** @type {string} */ command) {
  const slowly = `sleep 0.3; ${command}`;
  return call("run_shell_command", { command: slowly, description: "Runs", is_background: false });
}

/** All scenarios by name. @type {Record<string, import("../prompt-runs.mjs").Scenario>} */
export const scenarios = {
  ...codingScenarios({
    run,
    read: (path) => call("read_file", { file_path: path }),
    write: (path, content) => call("write_file", { file_path: path, content }),
    replace: (path, old, text) =>
      call("edit", { file_path: path, old_string: old, new_string: text }),
  }),
  ...terminal,
  mcp: mcpScenario("mcp__echo__echo"),
  "sub-agents": {
    about: "A sub-agent that does a part of the work.",
    make: ({ say, print, prompt }) => ({
      scripts: {
        first: [
          [
            call("agent", {
              description: say("title", "Count files"),
              prompt: prompt("child", "Count the files.", "task"),
              subagent_type: "general-purpose",
            }),
          ],
          [{ type: "text", text: say("answer", "They are being counted.") }],
          // The client says that it is done.
          [{ type: "text", text: say("answer", "They are counted.") }],
        ],
        child: [[run(print("4 files"))], [{ type: "text", text: say("answer", "Four files.") }]],
      },
      runs: [{ prompt: prompt("first", "Have the files counted.") }],
    }),
  },
};
