import { picture } from "../../picture.mjs";
import { shared } from "../../shared-scenarios.mjs";

/** @type {Record<string, import("../runs.mjs").Scenario>} */
export const conversation = {
  plain: {
    about: "A prompt, a thought and an answer.",
    sets: ["quick", "eras"],
    make: ({ say, prompt }) => ({
      scripts: {
        first: [
          [
            { type: "thinking", text: say("thinking", "A greeting wants a greeting.") },
            { type: "text", text: say("answer", "Good morning!\n\n- **bold** `a < b`\n") },
          ],
        ],
      },
      runs: [{ prompt: prompt("first", "Good morning.") }],
    }),
  },
  resume: { ...shared.resume, sets: ["quick", "eras"] },
  images: {
    about: "A picture beside a prompt.",
    make: ({ say, prompt, folder }) => ({
      files: { "picture.png": picture(3) },
      scripts: { first: [[{ type: "text", text: say("answer", "It is red.") }]] },
      runs: [
        {
          asks: [
            { start: {} },
            {
              say: [
                { type: "text", text: prompt("first", "What is on it?") },
                { type: "localImage", path: `${folder}/picture.png` },
              ],
            },
          ],
        },
      ],
    }),
  },
  interrupted: {
    about: "A turn that the user interrupts, and one after it.",
    make: ({ say, prompt }) => ({
      scripts: {
        first: [
          {
            blocks: [{ type: "text", text: say("answer", "Before it was interrupted.") }],
            ends: "hang",
          },
        ],
        second: [[{ type: "text", text: say("answer", "After it.") }]],
      },
      runs: [
        {
          asks: [
            { start: {} },
            { interrupt: prompt("first", "Tell me much.") },
            { say: prompt("second", "Be brief.") },
          ],
        },
      ],
    }),
  },
  failed: shared.failed,
};
