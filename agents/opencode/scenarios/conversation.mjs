import { picture } from "../../picture.mjs";
import { shared } from "../../shared-scenarios.mjs";

/** @type {Record<string, import("../runs.mjs").Scenario>} */
export const conversation = {
  plain: {
    about: "A prompt, a thought and an answer, and the title that a model gives them.",
    sets: ["eras"],
    make: ({ say, prompt, keeps }) => ({
      scripts: {
        first: {
          steps: [
            {
              blocks: [
                { type: "thinking", text: say("thinking", "A greeting wants a greeting.") },
                { type: "text", text: say("answer", "Good morning!\n\n- **bold** `a < b`\n") },
              ],
              usage: { cached_tokens: 30, reasoning_tokens: 2 },
            },
          ],
          title: say("title", "A greeting", keeps.title),
        },
      },
      runs: [{ prompt: prompt("first", "Good morning.") }],
    }),
  },
  resume: shared.resume,
  files: {
    about: "A picture and a text beside a prompt.",
    sets: ["eras"],
    make: ({ say, prompt }) => ({
      files: {
        "picture.png": picture(3),
        "notes.txt": `${say("file", "A note.", "full")}\n`,
      },
      scripts: { first: [[{ type: "text", text: say("answer", "It is red.") }]] },
      runs: [
        {
          prompt: prompt("first", "What is on it?"),
          flags: ["-f", "picture.png", "-f", "notes.txt"],
        },
      ],
    }),
  },
  "named-things": {
    about: "A prompt that names a part of a file, a folder and an agent.",
    make: ({ say, prompt, folder }) => {
      const words = prompt("first", "Have @code.txt and @folder read by @general.");
      const at = (/** @type {string} */ name) => {
        const start = words.indexOf(name);
        return { value: name, start, end: start + name.length };
      };
      return {
        files: {
          "code.txt": `one\n${say("file", "the second line", "full")}\nthree\n`,
          "folder/inner.txt": "inner\n",
        },
        scripts: { first: [[{ type: "text", text: say("answer", "It is read.") }]] },
        runs: [
          {
            asks: [
              { start: {} },
              {
                say: {
                  parts: [
                    { type: "text", text: words },
                    {
                      type: "file",
                      mime: "text/plain",
                      filename: "code.txt",
                      url: `file://${folder}/code.txt?start=2&end=2`,
                      source: {
                        type: "file",
                        path: `${folder}/code.txt`,
                        text: at("@code.txt"),
                      },
                    },
                    {
                      type: "file",
                      mime: "application/x-directory",
                      filename: "folder",
                      url: `file://${folder}/folder`,
                      source: { type: "file", path: `${folder}/folder`, text: at("@folder") },
                    },
                    { type: "agent", name: "general", source: at("@general") },
                  ],
                },
              },
            ],
          },
        ],
      };
    },
  },
  planned: {
    about: "A prompt to the agent that only plans, and one to the agent that builds.",
    make: ({ say, prompt }) => ({
      scripts: {
        first: [[{ type: "text", text: say("answer", "This is the plan.") }]],
        second: [[{ type: "text", text: say("answer", "It is built.") }]],
      },
      runs: [
        { prompt: prompt("first", "Plan it."), flags: ["--agent", "plan"] },
        { prompt: prompt("second", "Build it."), flags: ["--agent", "build"], resumes: 0 },
      ],
    }),
  },
  interrupted: {
    about: "An answer and a command that the user interrupts, and a turn after them.",
    make: ({ say, prompt }) => ({
      scripts: {
        first: [
          {
            blocks: [{ type: "text", text: say("answer", "Before it was interrupted.") }],
            ends: "hang",
          },
        ],
        second: [
          [
            {
              type: "tool",
              name: "bash",
              input: { command: say("tool-input", "sleep 60 #"), description: "Waits" },
            },
          ],
        ],
        third: [[{ type: "text", text: say("answer", "After it.") }]],
      },
      runs: [
        {
          asks: [
            { start: {} },
            { interrupt: prompt("first", "Tell me much.") },
            { interrupt: prompt("second", "Wait a minute.") },
            { say: prompt("third", "Be brief.") },
          ],
        },
      ],
    }),
  },
  failed: {
    about: "A turn that fails at the service, and one that is asked for twice.",
    make: ({ say, prompt, keeps }) => ({
      scripts: {
        first: [
          {
            error: {
              status: 400,
              type: "invalid",
              message: say("error", "It cannot be done.", keeps.error),
            },
          },
        ],
        second: [
          {
            error: {
              status: 503,
              type: "busy",
              message: say("error", "Too many.", "elsewhere"),
              times: 1,
            },
            blocks: [{ type: "text", text: say("answer", "Now it can.") }],
          },
        ],
      },
      runs: [
        { prompt: prompt("first", "Try it.") },
        { prompt: prompt("second", "Try again."), resumes: 0 },
      ],
    }),
  },
};
