import { picture } from "../../picture.mjs";

/** Actions that only a terminal allows. @type {Record<string, import("../scenario.mjs").Scenario>} */
export const terminal = {
  typed: {
    about:
      "Typed prompts, a long paste, several lines, a shell command, a picture, local commands.",
    terminal: true,
    make: ({ say, print, prompt, folder }) => {
      const image = `${say("image-name", "", "elsewhere")}.png`;
      return {
        files: { [image]: picture(5) },
        scripts: {
          first: [[{ type: "text", text: say("answer", "You type well.") }]],
          second: [[{ type: "text", text: say("answer", "A long paste.") }]],
          third: [[{ type: "text", text: say("answer", "I see the picture.") }]],
          fourth: [
            [{ type: "text", text: say("answer", "Two lines.") }],
            [{ type: "text", text: say("answer", "I see what you have run.") }],
          ],
        },
        runs: [
          {
            keys: [
              { type: prompt("first", "Hello from the keyboard.") },
              { see: "You type well." },
              {
                paste: `${Array.from({ length: 40 }, (_, line) => `line ${line}`).join("\n")}\n${say("paste", "the last of many lines")}`,
              },
              { type: prompt("second", "Read what I have pasted.") },
              { see: "A long paste." },
              { paste: `${folder}/${image}` },
              { type: prompt("third", "And this?") },
              { see: "I see the picture." },
              { write: say("prompt", "The first line") },
              { press: "C-j" },
              { type: prompt("fourth", "and the second.") },
              { see: "Two lines." },
              { press: "!" },
              { type: print("from my own shell") },
              { wait: 3000 },
              { type: `/rename ${say("title", "Typed by hand")}` },
              { wait: 1000 },
              { type: "/context" },
              { wait: 2000 },
            ],
          },
        ],
      };
    },
  },

  interrupts: {
    about: "Escape before, while and after the model speaks, and while a tool runs.",
    terminal: true,
    make: ({ say, print, prompt }) => ({
      scripts: {
        first: [
          {
            blocks: [{ type: "text", text: say("partial-answer", "I will be interrupted.") }],
            ends: "hang",
          },
        ],
        second: [
          [
            { type: "text", text: say("commentary", "A slow command.") },
            {
              type: "tool",
              name: "Bash",
              input: { command: `${print("before the sleep", "elsewhere")}; sleep 30` },
            },
          ],
        ],
        third: [{ blocks: [], ends: "hang" }],
        fourth: [[{ type: "text", text: say("answer", "Nobody interrupts me.") }]],
      },
      runs: [
        {
          keys: [
            { write: prompt("first", "Speak, and I interrupt.") },
            { press: "Enter" },
            { see: "I will be interrupted" },
            { press: "Escape" },
            { wait: 1500 },
            { write: prompt("second", "Run something slow.") },
            { press: "Enter" },
            { see: "A slow command" },
            { wait: 2000 },
            { press: "Escape" },
            { wait: 1500 },
            { write: prompt("third", "Think for ever.", "prompt", "branch") },
            { press: "Enter" },
            { wait: 2000 },
            { press: "Escape" },
            { wait: 1500 },
            { press: "C-u" },
            { press: "C-u" },
            { type: prompt("fourth", "Now speak.") },
            { see: "Nobody interrupts me." },
          ],
        },
      ],
    }),
  },

  rewind: {
    about: "A conversation that goes back to an earlier prompt and on from there.",
    terminal: true,
    make: ({ say, prompt, folder }) => ({
      scripts: {
        first: [[{ type: "text", text: say("answer", "The beginning.") }]],
        second: [
          [
            {
              type: "tool",
              name: "Write",
              input: {
                file_path: `${folder}/w.txt`,
                content: say("write", "to be undone", "branch"),
              },
            },
          ],
          [{ type: "text", text: say("answer", "The wrong way.", "branch") }],
        ],
        third: [[{ type: "text", text: say("answer", "The right way.") }]],
      },
      runs: [
        {
          keys: [
            { type: prompt("first", "Begin.") },
            { see: "The beginning." },
            { type: prompt("second", "Go the wrong way.", "prompt", "branch") },
            { see: "The wrong way." },
            { type: "/rewind" },
            { wait: 1000 },
            { press: "Up" },
            { press: "Enter" },
            { wait: 1000 },
            { press: "Enter" },
            { wait: 1500 },
            { press: "C-u" },
            { press: "C-u" },
            { type: prompt("third", "Go the right way.") },
            { see: "The right way." },
          ],
        },
      ],
    }),
  },

  branch: {
    about: "A conversation that is branched under a name, cleared, and compacted.",
    terminal: true,
    make: ({ say, prompt }) => ({
      scripts: {
        first: { steps: [[{ type: "text", text: say("answer", "Before the branch.") }]] },
        second: {
          steps: [[{ type: "text", text: say("answer", "On the branch.") }]],
          summary: say("summary", "A branch was made."),
        },
        third: [[{ type: "text", text: say("answer", "After compacting.") }]],
        fourth: [[{ type: "text", text: say("answer", "After clearing.") }]],
      },
      runs: [
        {
          keys: [
            { type: prompt("first", "Before.") },
            { see: "Before the branch." },
            { type: `/branch ${say("title", "Another way")}` },
            { wait: 2000 },
            { type: prompt("second", "On it.") },
            { see: "On the branch." },
            { type: "/compact" },
            { see: "ompacted (" },
            { type: prompt("third", "Compacted.") },
            { see: "After compacting." },
            { type: "/clear" },
            { wait: 2000 },
            { type: prompt("fourth", "Cleared.") },
            { see: "After clearing." },
          ],
        },
      ],
    }),
  },

  permissions: {
    about: "Calls that the user allows, and refuses with and without a reason.",
    terminal: true,
    make: ({ say, print, prompt, folder }) => ({
      scripts: {
        first: [
          [
            {
              type: "tool",
              name: "Bash",
              input: { command: `${print("allowed by hand")} > ${folder}/y; cat ${folder}/y` },
            },
          ],
          [
            {
              type: "tool",
              name: "Write",
              input: {
                file_path: `${folder}/z.txt`,
                content: say("tool-input", "refused by hand"),
              },
            },
          ],
        ],
        second: [[{ type: "text", text: say("answer", "As you wish.") }]],
      },
      runs: [
        {
          asks: true,
          flags: ["--permission-mode", "manual"],
          keys: [
            { write: prompt("first", "Do it, if I let you.") },
            { press: "Enter" },
            { see: "Do you want to" },
            { wait: 500 },
            { press: "Enter" },
            { see: "z.txt" },
            { wait: 1000 },
            { press: "Escape" },
            { wait: 1500 },
            { type: prompt("second", "Not that one.") },
            { see: "As you wish." },
          ],
        },
      ],
    }),
  },

  plan: {
    about: "A plan that is accepted, and then carried out.",
    terminal: true,
    make: ({ say, print, prompt, folder }) => ({
      scripts: {
        first: [
          [
            {
              type: "tool",
              name: "Write",
              input: {
                file_path: "«(/[\\w/.-]+/\\.claude/plans/[\\w-]+\\.md)»",
                content: `# The plan\n\n1. ${say("plan", "Paint the fence")}\n`,
              },
            },
          ],
          [{ type: "tool", name: "ToolSearch", input: { query: "select:ExitPlanMode" } }],
          [
            { type: "text", text: say("commentary", "This is my plan.") },
            { type: "tool", name: "ExitPlanMode", input: {} },
          ],
          [{ type: "tool", name: "Bash", input: { command: print("painting") } }],
          [{ type: "text", text: say("answer", "The fence is painted.") }],
        ],
      },
      runs: [
        {
          asks: true,
          flags: ["--permission-mode", "plan", "--allowedTools=Bash"],
          keys: [
            { write: prompt("first", `Plan the fence in ${folder}.`) },
            { press: "Enter" },
            { see: "Would you like to proceed" },
            { wait: 500 },
            { press: "Enter" },
            { see: "The fence is painted." },
          ],
        },
      ],
    }),
  },

  queue: {
    about: "Prompts typed while the model works: one is sent, one is taken back.",
    terminal: true,
    make: ({ say, print, prompt }) => ({
      scripts: {
        first: [
          [{ type: "tool", name: "Bash", input: { command: `sleep 4; ${print("slowly")}` } }],
        ],
        second: [{ delay: 8000, blocks: [{ type: "text", text: say("answer", "Done between.") }] }],
        third: [[{ type: "text", text: say("answer", "Never asked.", "hidden") }]],
      },
      runs: [
        {
          keys: [
            { write: prompt("first", "Work slowly.") },
            { press: "Enter" },
            { wait: 2000 },
            { write: prompt("second", "This one waits.", "queued-prompt") },
            { press: "Enter" },
            { wait: 4000 },
            { write: prompt("third", "This one is taken back.", "withdrawn-prompt", "hidden") },
            { press: "Enter" },
            { wait: 300 },
            { press: "Up" },
            { press: "C-u" },
            { press: "C-u" },
            { see: "Done between." },
          ],
        },
      ],
    }),
  },

  moves: {
    about: "A session that changes its folder.",
    terminal: true,
    make: ({ say, print, prompt }) => ({
      files: { "inner/file.txt": "x\n" },
      scripts: {
        first: [[{ type: "text", text: say("answer", "In the outer folder.") }]],
        second: [
          [{ type: "tool", name: "Bash", input: { command: `pwd; ${print("where I am")}` } }],
          [{ type: "text", text: say("answer", "In the inner folder.") }],
        ],
      },
      runs: [
        {
          keys: [
            { type: prompt("first", "Where are you?") },
            { see: "In the outer folder." },
            { type: "/cd inner" },
            { wait: 2500 },
            { type: prompt("second", "And now?") },
            { see: "In the inner folder." },
          ],
        },
      ],
    }),
  },

  edits: {
    about: "Files changed at a terminal, with copies of what they were before.",
    terminal: true,
    make: ({ say, prompt, folder }) => ({
      files: { "old.txt": `${say("tool-output", "what it was")}\n` },
      scripts: {
        first: [
          [{ type: "tool", name: "Read", input: { file_path: `${folder}/old.txt` } }],
          [
            {
              type: "tool",
              name: "Write",
              input: { file_path: `${folder}/old.txt`, content: say("write", "what it is") },
            },
            {
              type: "tool",
              name: "Write",
              input: { file_path: `${folder}/new.txt`, content: say("write", "what is new") },
            },
          ],
          [{ type: "text", text: say("answer", "Both are written.") }],
        ],
      },
      runs: [
        { keys: [{ type: prompt("first", "Change the files.") }, { see: "Both are written." }] },
      ],
    }),
  },

  questions: {
    about: "A question that the model asks, answered by choosing.",
    terminal: true,
    make: ({ say, prompt }) => ({
      scripts: {
        first: [
          [{ type: "tool", name: "ToolSearch", input: { query: "select:AskUserQuestion" } }],
          [
            {
              type: "tool",
              name: "AskUserQuestion",
              input: {
                questions: [
                  {
                    question: say("question", "Which colour?"),
                    header: "Colour",
                    multiSelect: false,
                    options: [
                      { label: say("option", "Red"), description: say("option", "like a rose") },
                      { label: say("option", "Blue"), description: say("option", "like the sky") },
                    ],
                  },
                ],
              },
            },
          ],
          [{ type: "text", text: say("answer", "That colour, then.") }],
        ],
      },
      runs: [
        {
          keys: [
            { write: prompt("first", "Ask me something.") },
            { press: "Enter" },
            { see: "Which colour?" },
            { wait: 500 },
            { press: "Down" },
            { press: "Enter" },
            { see: "That colour, then." },
          ],
        },
      ],
    }),
  },

  "typed-answers": {
    about: "A question, a plan and a call, each answered with words.",
    terminal: true,
    make: ({ say, prompt, folder }) => ({
      scripts: {
        first: [
          [{ type: "tool", name: "ToolSearch", input: { query: "select:AskUserQuestion" } }],
          [
            {
              type: "tool",
              name: "AskUserQuestion",
              input: {
                questions: [
                  {
                    question: say("question", "Which fruit?"),
                    header: "Fruit",
                    multiSelect: false,
                    options: [
                      { label: "Apple", description: "red" },
                      { label: "Pear", description: "green" },
                    ],
                  },
                ],
              },
            },
          ],
          [
            {
              type: "tool",
              name: "Write",
              input: { file_path: `${folder}/fruit.txt`, content: say("tool-input", "a fruit") },
            },
          ],
          [{ type: "text", text: say("answer", "Then not.") }],
        ],
      },
      runs: [
        {
          asks: true,
          flags: ["--permission-mode", "manual"],
          keys: [
            { write: prompt("first", "Ask me, and I type.") },
            { press: "Enter" },
            { see: "Which fruit?" },
            { wait: 500 },
            { press: "Down" },
            { press: "Down" },
            { write: say("typed-answer", "A plum") },
            { press: "Enter" },
            { see: "fruit.txt" },
            { wait: 1000 },
            { press: "Down" },
            { press: "Down" },
            { press: "Tab" },
            { write: say("refusal-reason", "Write it by hand") },
            { press: "Enter" },
            { see: "Then not." },
          ],
        },
      ],
    }),
  },

  "local-commands": {
    about: "Commands that change how the client works, and a goal.",
    terminal: true,
    make: ({ say, prompt }) => ({
      files: { "other/file.txt": "x\n" },
      scripts: {
        first: [[{ type: "text", text: say("answer", "Before the commands.") }]],
        second: [[{ type: "text", text: say("answer", "After the commands.") }]],
      },
      runs: [
        {
          keys: [
            { type: prompt("first", "Let us begin.") },
            { see: "Before the commands." },
            { type: "/add-dir other" },
            { wait: 1000 },
            { press: "Enter" },
            { wait: 1000 },
            { type: "/effort high" },
            { wait: 1500 },
            { type: "/color blue" },
            { wait: 1500 },
            { type: `/export ${say("export-name", "", "elsewhere")}.txt` },
            { wait: 1500 },
            { type: `/no-such-command ${say("command-argument", "for nobody")}` },
            { wait: 1500 },
            { press: "C-u" },
            { type: prompt("second", "Let us go on.") },
            { see: "After the commands." },
          ],
        },
      ],
    }),
  },

  "summarized-half": {
    about: "The first half of a conversation, summarized from the menu of /rewind.",
    terminal: true,
    make: ({ say, prompt }) => ({
      scripts: {
        first: {
          steps: [[{ type: "text", text: say("answer", "The first half.") }]],
          summary: say("summary", "There was a first half."),
        },
        second: [[{ type: "text", text: say("answer", "The second half.") }]],
        third: [[{ type: "text", text: say("answer", "What comes after.") }]],
      },
      runs: [
        {
          keys: [
            { type: prompt("first", "One.") },
            { see: "The first half." },
            { type: prompt("second", "Two.") },
            { see: "The second half." },
            { type: "/rewind" },
            { wait: 1000 },
            { press: "Up" },
            { press: "Enter" },
            { see: "Summarize" },
            { press: "3" },
            { wait: 5000 },
            { press: "C-u" },
            { type: prompt("third", "Three.") },
            { see: "What comes after." },
          ],
        },
      ],
    }),
  },

  "beside-the-talk": {
    about: "A question beside the conversation, and commands that change how the model works.",
    terminal: true,
    make: ({ say, prompt }) => ({
      scripts: {
        first: [[{ type: "text", text: say("answer", "The first answer.") }]],
        aside: [[{ type: "text", text: say("aside-answer", "Beside the point.", "hidden") }]],
        second: [[{ type: "text", text: say("answer", "With another model.") }]],
      },
      runs: [
        {
          keys: [
            { type: prompt("first", "Ask me nothing.") },
            { see: "The first answer." },
            { type: `/btw ${prompt("aside", "What is beside it?", "aside", "elsewhere")}` },
            { see: "Beside the point." },
            { press: "Escape" },
            { wait: 1000 },
            { write: "/model sonnet" },
            { press: "Enter" },
            { see: "Switch model?" },
            { press: "Enter" },
            { wait: 1000 },
            { type: prompt("second", "Who are you?") },
            { see: "With another model." },
          ],
        },
      ],
    }),
  },

  "refused-plans": {
    about:
      "A plan that is refused with words, one that is refused without, and one that is accepted.",
    terminal: true,
    make: ({ say, print, prompt, folder }) => {
      const plan = (/** @type {string} */ words) => ({
        type: /** @type {const} */ ("tool"),
        name: "Write",
        input: {
          file_path: "«(/[\\w/.-]+/\\.claude/plans/[\\w-]+\\.md)»",
          content: `# The plan\n\n1. ${say("plan", words)}\n`,
        },
      });
      const search = {
        type: /** @type {const} */ ("tool"),
        name: "ToolSearch",
        input: { query: "select:ExitPlanMode" },
      };
      const exit = { type: /** @type {const} */ ("tool"), name: "ExitPlanMode", input: {} };
      return {
        scripts: {
          first: [[plan("A red fence")], [search], [exit], [plan("A blue fence")], [exit]],
          second: [
            [plan("A green fence")],
            [search],
            [exit],
            [{ type: "tool", name: "Bash", input: { command: print("painting it green") } }],
            [{ type: "text", text: say("answer", "It is green.") }],
          ],
        },
        runs: [
          {
            asks: true,
            flags: ["--permission-mode", "plan", "--allowedTools=Bash"],
            keys: [
              { write: prompt("first", `Plan the fence in ${folder}.`) },
              { press: "Enter" },
              { see: "Would you like to proceed" },
              { wait: 800 },
              { press: "Down" },
              { press: "Down" },
              { write: say("refusal-reason", "Use blue") },
              { press: "Enter" },
              { see: "A blue fence" },
              { see: "Would you like to proceed" },
              { wait: 800 },
              { press: "Escape" },
              { wait: 2000 },
              { write: prompt("second", "Once more.") },
              { press: "Enter" },
              { see: "A green fence" },
              { see: "Would you like to proceed" },
              { wait: 800 },
              { press: "Down" },
              { press: "Enter" },
              { see: "It is green." },
            ],
          },
        ],
      };
    },
  },

  "several-questions": {
    about: "Two questions at once, one with several answers, and one that nobody answers.",
    terminal: true,
    make: ({ say, prompt }) => {
      const search = {
        type: /** @type {const} */ ("tool"),
        name: "ToolSearch",
        input: { query: "select:AskUserQuestion" },
      };
      const question = (/** @type {string} */ words, multiSelect = false) => ({
        question: say("question", words),
        header: "Choice",
        multiSelect,
        options: ["one", "two"].map((label) => ({
          label: say("option", label),
          description: label,
        })),
      });
      const ask = (/** @type {object[]} */ ...questions) => ({
        type: /** @type {const} */ ("tool"),
        name: "AskUserQuestion",
        input: { questions },
      });
      return {
        scripts: {
          first: [
            [search],
            [ask(question("Which word?"), question("Which of them?", true))],
            [{ type: "text", text: say("answer", "These, then.") }],
          ],
          second: [[search], [ask(question("Which is left?"))]],
          third: [[{ type: "text", text: say("answer", "Then none.") }]],
        },
        runs: [
          {
            keys: [
              { write: prompt("first", "Ask me twice.") },
              { press: "Enter" },
              { see: "Which word?" },
              { wait: 800 },
              { press: "Down" },
              { press: "Down" },
              { write: say("typed-answer", "another word") },
              { press: "Enter" },
              { see: "Which of them?" },
              { wait: 500 },
              { press: "Enter" },
              { press: "Down" },
              { press: "Enter" },
              { press: "Right" },
              { wait: 600 },
              { press: "Enter" },
              { see: "These, then." },
              { write: prompt("second", "Ask me again.") },
              { press: "Enter" },
              { see: "Which is left?" },
              { wait: 800 },
              { press: "Escape" },
              { wait: 2000 },
              { write: prompt("third", "Never mind.") },
              { press: "Enter" },
              { see: "Then none." },
            ],
          },
        ],
      };
    },
  },
};
