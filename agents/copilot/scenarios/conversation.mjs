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
          {
            blocks: [
              { type: "thinking", text: say("thinking", "A greeting wants a greeting.") },
              { type: "text", text: say("answer", "Good morning!\n\n- **bold** `a < b`\n") },
            ],
            usage: { cached_tokens: 30, reasoning_tokens: 2 },
          },
        ],
      },
      runs: [{ prompt: prompt("first", "Good morning.") }],
    }),
  },
  resume: {
    ...shared.resume,
    make: (stage) => ({ ...shared.resume.make(stage), git: true }),
  },
  named: {
    about: "A session with a name.",
    make: ({ say, prompt }) => ({
      scripts: { first: [[{ type: "text", text: say("answer", "A good name.") }]] },
      runs: [
        {
          prompt: prompt("first", "Remember this."),
          flags: ["--name", say("name", "By its name")],
        },
      ],
    }),
  },
  files: {
    about: "A picture beside a prompt.",
    make: ({ say, prompt }) => ({
      files: { "picture.png": picture(3) },
      scripts: { first: [[{ type: "text", text: say("answer", "It is red.") }]] },
      runs: [
        {
          prompt: prompt("first", "What is on it?"),
          flags: ["--attachment", "picture.png"],
        },
      ],
    }),
  },
  interrupted: {
    about: "An answer that the user interrupts, and one after it.",
    make: ({ say, prompt }) => ({
      scripts: {
        // The client keeps nothing of it.
        first: [
          {
            blocks: [{ type: "text", text: say("answer", "Before it stopped.", "elsewhere") }],
            ends: "hang",
          },
        ],
        second: [[{ type: "text", text: say("answer", "After it.") }]],
      },
      runs: [
        {
          asks: [
            { interrupt: prompt("first", "Tell me much.") },
            { say: prompt("second", "Be brief.") },
          ],
        },
      ],
    }),
  },
  failed: shared.failed,
  compacted: {
    about: "A conversation of which the model is only sent a summary.",
    sets: ["quick"],
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
            { say: prompt("first", "Tell a story.") },
            { say: "/compact" },
            { say: prompt("second", "How does it end?") },
          ],
        },
      ],
    }),
  },
};
