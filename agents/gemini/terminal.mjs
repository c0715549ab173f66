/** What is there when a prompt can be typed. */
const ready = { see: "Type your message" };

/** What was typed shows in a moment, and Enter would choose what is offered until then. */
function enter(/** @type {string} */ words) {
  return [{ write: words }, { wait: 700 }, { press: "Enter" }];
}

/** @type {Record<string, import("../prompt-runs.mjs").Scenario>} */
export const terminal = {
  compacted: {
    about: "A conversation of which the model is only sent a summary.",
    terminal: true,
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
          keys: [
            ready,
            ...enter(prompt("first", "Tell a story.")),
            { see: "A long story." },
            ...enter("/compress"),
            { see: "Chat history compressed" },
            ...enter(prompt("second", "How does it end?")),
            { see: "And its end." },
          ],
        },
      ],
    }),
  },
  rewound: {
    about: "A turn that the user takes back, and another one in its place.",
    terminal: true,
    make: ({ say, prompt }) => ({
      scripts: {
        first: [[{ type: "text", text: say("answer", "It is kept.") }]],
        second: [[{ type: "text", text: say("answer", "It is taken back.", "branch") }]],
        third: [[{ type: "text", text: say("answer", "It is in its place.") }]],
      },
      runs: [
        {
          keys: [
            ready,
            ...enter(prompt("first", "Keep this.")),
            { see: "It is kept." },
            ...enter(prompt("second", "Take this back.", "prompt", "branch")),
            { see: "It is taken back." },
            ...enter("/rewind"),
            { wait: 2000 },
            { press: "Up" },
            { press: "Enter" },
            { wait: 2000 },
            { press: "Enter" },
            { wait: 2000 },
            { press: "C-u" },
            ...enter(prompt("third", "Say this instead.")),
            { see: "It is in its place." },
          ],
        },
      ],
    }),
  },
};
