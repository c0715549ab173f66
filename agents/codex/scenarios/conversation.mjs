import { picture } from "../../picture.mjs";

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
  resume: {
    about: "A session that goes on in another process.",
    sets: ["quick", "eras"],
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
};
