import { call, codingScenarios, mcpScenario } from "../coding-scenarios.mjs";
import { terminal } from "./terminal.mjs";

/** All scenarios by name. @type {Record<string, import("../prompt-runs.mjs").Scenario>} */
export const scenarios = {
  ...codingScenarios({
    run: (command) => call("run_shell_command", { command, description: "Runs a command" }),
    read: (path) => call("read_file", { file_path: path }),
    write: (path, content) => call("write_file", { file_path: path, content }),
    replace: (path, old, text) =>
      call("replace", {
        file_path: path,
        instruction: "Replace a line",
        old_string: old,
        new_string: text,
      }),
  }),
  ...terminal,
  mcp: mcpScenario("mcp_echo_echo"),
  todos: {
    about: "A list of what has to be done, and what of it is done.",
    make: ({ say, prompt }) => {
      const [begin, end] = [say("todo", "Begin"), say("todo", "End")];
      const list = (/** @type {string} */ first, /** @type {string} */ second) =>
        call("write_todos", {
          todos: [
            { description: begin, status: first },
            { description: end, status: second },
          ],
        });
      return {
        scripts: {
          first: [
            [list("in_progress", "pending")],
            [list("completed", "in_progress")],
            [{ type: "text", text: say("answer", "Half of it is done.") }],
          ],
        },
        runs: [{ prompt: prompt("first", "Plan and do it.") }],
      };
    },
  },
};
