import { enter } from "../terminal.mjs";

/** An empty prompt. */
const ready = { see: "Type your message" };

/** @type {Record<string, import("../prompt-runs.mjs").Scenario>} */
export const terminal = {
  renamed: {
    about: "A session that the user names.",
    terminal: true,
    make: ({ say, prompt }) => ({
      scripts: { first: [[{ type: "text", text: say("answer", "A good name.") }]] },
      runs: [
        {
          keys: [
            ready,
            ...enter(prompt("first", "Remember this.")),
            { see: "A good name." },
            ...enter(`/rename ${say("name", "By hand")}`),
            { see: "Session renamed" },
          ],
        },
      ],
    }),
  },
};
