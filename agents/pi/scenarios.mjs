import { call, codingScenarios } from "../coding-scenarios.mjs";

/** All scenarios by name. @type {Record<string, import("../prompt-runs.mjs").Scenario>} */
export const scenarios = {
  ...codingScenarios({
    run: (command) => call("bash", { command }),
    read: (path) => call("read", { path }),
    write: (path, content) => call("write", { path, content }),
    replace: (path, old, text) => call("edit", { path, edits: [{ oldText: old, newText: text }] }),
  }),
  named: {
    about: "A session with a name.",
    make: ({ say, prompt }) => ({
      scripts: { first: [[{ type: "text", text: say("answer", "A good name.") }]] },
      runs: [
        {
          prompt: prompt("first", "Remember this."),
          flags: ["--name", say("name", "By its name")],
        },
      ],
    }),
  },
  forked: {
    about: "A session that goes on in another one.",
    make: ({ say, prompt }) => ({
      scripts: {
        first: [[{ type: "text", text: say("answer", "Left or right?") }]],
        left: [[{ type: "text", text: say("answer", "Left it is.") }]],
      },
      runs: [
        { prompt: prompt("first", "Which way?") },
        { prompt: prompt("left", "Left."), forks: 0 },
      ],
    }),
  },
};
