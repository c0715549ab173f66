import { rewound } from "../../shared-scenarios.mjs";
import { enter } from "../../terminal.mjs";

/** @typedef {import("../../terminal.mjs").Key} Key */

/** The line below an empty prompt. @type {Key} */
const ready = { see: "/ commands" };

/** Actions that only a terminal allows. @type {Record<string, import("../runs.mjs").Scenario>} */
export const terminal = {
  typed: {
    about: "Typed prompts, a command of the user, a name.",
    terminal: true,
    make: ({ say, print, prompt }) => ({
      scripts: {
        first: [[{ type: "text", text: say("answer", "You type well.") }]],
        second: [[{ type: "text", text: say("answer", "I see it.") }]],
      },
      runs: [
        {
          keys: [
            ready,
            ...enter(prompt("first", "Hello from the keyboard.")),
            { see: "You type well." },
            ...enter(`!${print("typed by the user")}`),
            // The first one chooses a word that is offered.
            { press: "Enter" },
            { wait: 3000 },
            ...enter(prompt("second", "Do you see it?")),
            { see: "I see it." },
            ...enter(`/rename ${say("name", "Typed by hand")}`),
            { wait: 1000 },
          ],
        },
      ],
    }),
  },
  forked: {
    about: "A session that goes on in two.",
    terminal: true,
    make: ({ say, prompt }) => ({
      scripts: {
        first: [[{ type: "text", text: say("answer", "Left or right?") }]],
        left: [[{ type: "text", text: say("answer", "Left it is.") }]],
      },
      runs: [
        {
          keys: [
            ready,
            ...enter(prompt("first", "Which way?")),
            { see: "Left or right?" },
            ...enter("/fork"),
            { see: "Forked from" },
            { wait: 1000 },
            ...enter(prompt("left", "Left.")),
            { see: "Left it is." },
          ],
        },
      ],
    }),
  },
  // The client deletes what is taken back.
  rewound: rewound(ready, "elsewhere"),
};
