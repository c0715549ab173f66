/**
 * A turn in which a sub-agent does a part of the work.
 *
 * @param {import("../../scenario.mjs").Stage} stage
 */
function withSubAgent({ say, prompt }) {
  const [answer, answerOfChild] = [
    say("answer", "They are counted."),
    say("answer", "Four files."),
  ];
  return {
    answer,
    answerOfChild,
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
        [{ type: "text", text: answer }],
      ],
      child: [[{ type: "text", text: answerOfChild }]],
    },
    // An unknown model has the tools of the first generation.
    run: { prompt: prompt("first", "Have the files counted."), flags: ["-m", "mock-model"] },
  };
}

/** @type {Record<string, import("../runs.mjs").Scenario>} */
export const agents = {
  "sub-agents": {
    about: "A sub-agent that does a part of the work.",
    sets: ["quick"],
    make(stage) {
      const { scripts, run } = withSubAgent(stage);
      return { scripts: /** @type {any} */ (scripts), runs: [run] };
    },
  },
  restored: {
    about: "A session with a sub-agent that is deleted, comes back from an archive, and goes on.",
    sets: ["quick"],
    // The whole home is compared before and after.
    alone: true,
    make(stage) {
      const { scripts, run, answer, answerOfChild } = withSubAgent(stage);
      const { say, prompt } = stage;
      return {
        scripts: /** @type {any} */ ({
          ...scripts,
          second: [[{ type: "text", text: say("answer", "You are welcome.") }]],
        }),
        runs: [
          run,
          {
            prompt: prompt("second", "Thank you."),
            flags: run.flags,
            resumes: 0,
            edits: [["restore"]],
            sends: { has: [run.prompt, answer, answerOfChild], lacks: [] },
          },
        ],
      };
    },
  },
};
