import { rewound } from "../shared-scenarios.mjs";
import { enter } from "../terminal.mjs";

/** An empty prompt. */
const ready = { see: "Type your message" };

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
  rewound: rewound(ready, "branch", [{ press: "Up" }]),
};
