import { call, codingScenarios } from "../coding-scenarios.mjs";
import { packedSession } from "../shared-scenarios.mjs";
import { enter } from "../terminal.mjs";

const { plain, commands, edits, picture } = codingScenarios({
  run,
  read: (path) => call("read_files", { files: [{ path }] }),
  write: (path, text) => call("editor", { path, new_text: text }),
  replace: (path, old, text) => call("editor", { path, old_text: old, new_text: text }),
});

function run(/** @type {string} */ command) {
  return call("run_commands", { commands: [command] });
}

/** All scenarios by name. @type {Record<string, import("../prompt-runs.mjs").Scenario>} */
export const scenarios = {
  plain,
  commands,
  edits,
  picture,
  packed: packedSession(run, (prompt) => [
    { see: "Ask anything" },
    ...enter(prompt),
    { see: "All are counted." },
  ]),
  "sub-agents": {
    about: "A sub-agent that does a part of the work.",
    make: ({ say, print, prompt }) => ({
      scripts: {
        first: [
          [
            call("spawn_agent", {
              systemPrompt: say("title", "You count files."),
              task: prompt("child", "Count the files.", "task"),
            }),
          ],
          [{ type: "text", text: say("answer", "They are counted.") }],
        ],
        child: [[run(print("4 files"))], [{ type: "text", text: say("answer", "Four files.") }]],
      },
      runs: [{ prompt: prompt("first", "Have the files counted.") }],
    }),
  },
  team: {
    about: "A teammate that does a part of the work.",
    make: ({ say, print, prompt }) => ({
      scripts: {
        first: [
          [
            call("team_spawn_teammate", {
              agentId: "counter",
              rolePrompt: say("tool-input", "You count files."),
            }),
          ],
          [
            call("team_run_task", {
              agentId: "counter",
              task: prompt("mate", "Count the files.", "task"),
              runMode: "sync",
            }),
          ],
          [{ type: "text", text: say("answer", "They are counted.") }],
        ],
        mate: [[run(print("4 files"))], [{ type: "text", text: say("answer", "Four files.") }]],
      },
      runs: [{ prompt: prompt("first", "Have a teammate count the files.") }],
    }),
  },
};
