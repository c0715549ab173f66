/** @type {(task: string, prompt: string, more?: object) => import("../../scenario.mjs").Block} */
function delegate(task, prompt, more = {}) {
  return {
    type: "tool",
    name: "task",
    input: { description: task, prompt, subagent_type: "general", ...more },
  };
}

/** @type {Record<string, import("../runs.mjs").Scenario>} */
export const agents = {
  "sub-agents": {
    about: "Two sub-agents that do parts of the work.",
    sets: ["quick", "eras"],
    make: ({ say, print, prompt }) => ({
      scripts: {
        first: [
          [
            delegate(say("title", "Count files"), prompt("child", "Count the files.", "task")),
            delegate("Count lines", prompt("other", "Count the lines.", "task")),
          ],
          [{ type: "text", text: say("answer", "They are counted.") }],
        ],
        child: [
          [
            { type: "thinking", text: say("thinking", "One by one.") },
            {
              type: "tool",
              name: "bash",
              input: { command: print("4 files"), description: "Counts" },
            },
          ],
          [{ type: "text", text: say("answer", "Four files.") }],
        ],
        other: [[{ type: "text", text: say("answer", "Ten lines.") }]],
      },
      runs: [{ prompt: prompt("first", "Have the files counted.") }],
    }),
  },
  "sub-agent-again": {
    about: "A sub-agent that is asked once more.",
    make: ({ say, prompt }) => ({
      scripts: {
        first: [
          [delegate("Count files", prompt("child", "Count the files.", "task"))],
          [
            delegate("Count again", prompt("again", "Count again.", "task"), {
              task_id: "«(ses_\\w+)»",
            }),
          ],
          [{ type: "text", text: say("answer", "They are counted twice.") }],
        ],
        child: [[{ type: "text", text: say("answer", "Four files.") }]],
        again: [[{ type: "text", text: say("answer", "Still four.") }]],
      },
      runs: [{ prompt: prompt("first", "Have the files counted twice.") }],
    }),
  },
  "own-command": {
    about: "A command of the user's own that has a sub-agent work.",
    make: ({ say, prompt }) => ({
      scripts: {
        child: [[{ type: "text", text: say("answer", "It is seen to.") }]],
      },
      runs: [
        {
          asks: [
            { start: { title: say("name", "A command") } },
            { command: ["delegate", prompt("child", "the garden.", "task")] },
          ],
        },
      ],
    }),
  },
};
