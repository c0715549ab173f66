/** What is there when a prompt can be typed. */
const ready = { see: "Type your message" };

/** What was typed shows in a moment, and Enter would choose what is offered until then. */
function enter(/** @type {string} */ words) {
  return [{ write: words }, { wait: 700 }, { press: "Enter" }];
}

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
