/** @type {Record<string, import("../runs.mjs").Scenario>} */
export const agents = {
  "sub-agents": {
    about: "A sub-agent that does a part of the work.",
    sets: ["quick"],
    make: ({ say, prompt }) => ({
      scripts: {
        first: [
          [
            {
              type: "tool",
              namespace: "multi_agent_v1",
              name: "spawn_agent",
              input: { message: prompt("child", "Count the files.", "task") },
            },
          ],
          [
            {
              type: "tool",
              namespace: "multi_agent_v1",
              name: "wait_agent",
              input: { targets: ['«\\\\"agent_id\\\\":\\\\"([^\\\\]+)»'], timeout_ms: 20000 },
            },
          ],
          [{ type: "text", text: say("answer", "They are counted.") }],
        ],
        child: [[{ type: "text", text: say("answer", "Four files.") }]],
      },
      // An unknown model has the tools of the first generation.
      runs: [{ prompt: prompt("first", "Have the files counted."), flags: ["-m", "mock-model"] }],
    }),
  },
};
