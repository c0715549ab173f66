/**
 * What several clients do in the same way.
 *
 * @type {Record<"resume" | "failed" | "compacted", import("./scenario.mjs").Scenario<any>>}
 */
export const shared = {
  resume: {
    about: "A session that goes on in another process.",
    sets: ["eras"],
    make: ({ say, prompt }) => ({
      scripts: {
        first: [[{ type: "text", text: say("answer", "One.") }]],
        second: [[{ type: "text", text: say("answer", "Two, 日本 👩‍👩‍👧.") }]],
      },
      runs: [
        { prompt: prompt("first", "Count.") },
        { prompt: prompt("second", "Go on."), resumes: 0 },
      ],
    }),
  },
  failed: {
    about: "A turn that fails at the service.",
    make: ({ say, prompt }) => ({
      scripts: {
        first: [
          { error: { status: 400, type: "invalid", message: say("error", "It cannot be done.") } },
        ],
        second: [[{ type: "text", text: say("answer", "Now it can.") }]],
      },
      runs: [
        { prompt: prompt("first", "Try it.") },
        { prompt: prompt("second", "Try again."), resumes: 0 },
      ],
    }),
  },
  compacted: {
    about: "A conversation of which the model is only sent a summary.",
    make: ({ say, prompt }) => ({
      scripts: {
        first: {
          steps: [[{ type: "text", text: say("answer", "A long story.") }]],
          summary: say("summary", "A story was told."),
        },
        second: [[{ type: "text", text: say("answer", "And its end.") }]],
      },
      runs: [
        {
          asks: [
            { start: {} },
            { say: prompt("first", "Tell a story.") },
            { compact: true },
            { say: prompt("second", "How does it end?") },
          ],
        },
      ],
    }),
  },
};
