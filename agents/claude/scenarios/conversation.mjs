import { picture } from "../../picture.mjs";

/** A notebook with one cell. */
function notebook(/** @type {string} */ source) {
  const cell = { cell_type: "code", id: "c1", metadata: {}, source: [source], outputs: [] };
  return JSON.stringify({
    cells: [{ ...cell, execution_count: 1 }],
    metadata: { language_info: { name: "python" } },
    nbformat: 4,
    nbformat_minor: 5,
  });
}

/** @type {Record<string, import("../scenario.mjs").Scenario>} */
export const conversation = {
  plain: {
    about: "A prompt and an answer, with what the model thought.",
    sets: ["quick", "eras"],
    make: ({ say, prompt }) => ({
      scripts: {
        first: [
          [
            { type: "thinking", text: say("thinking", "They greet me, so I greet back.") },
            { type: "text", text: say("answer", "Good morning! What shall we build today?") },
          ],
        ],
      },
      runs: [{ prompt: prompt("first", "Good morning.") }],
    }),
  },

  "long-talk": {
    about: "Several prompts in one run, the second while the model works.",
    sets: ["quick"],
    make: ({ say, print, prompt }) => ({
      scripts: {
        first: [
          [
            { type: "text", text: say("commentary", "I look first.") },
            {
              type: "tool",
              name: "Bash",
              input: { command: `sleep 3; ${print("The first look.")}` },
            },
          ],
        ],
        second: [
          {
            delay: 500,
            blocks: [{ type: "text", text: say("answer", "Your second question, then.") }],
          },
        ],
        third: [[{ type: "text", text: say("answer", "And the third.") }]],
      },
      runs: [
        {
          messages: [
            { content: prompt("first", "Look around.") },
            {
              content: prompt("second", "And another thing.", "queued-prompt"),
              when: '"tool_use"',
            },
            { content: [{ type: "text", text: prompt("third", "A last one.") }] },
          ],
        },
      ],
    }),
  },

  formatting: {
    about: "Markdown, code, HTML and scripts of other writing in prompts and answers.",
    sets: ["quick", "eras"],
    make: ({ say, prompt }) => ({
      scripts: {
        first: [
          [
            {
              type: "text",
              text: [
                `# ${say("answer", "A heading")}`,
                "",
                `- ${say("answer", "a *list* item with `code`")}`,
                `  1. ${say("answer", "one below it")}`,
                "",
                "````md",
                "```js",
                `const text = "${say("code", "inside a fence")}"; // <script>alert(1)</script>`,
                "```",
                "````",
                "",
                `| ${say("answer", "a cell")} | <b>${say("answer", "bold & tagged")}</b> |`,
                "| --- | --- |",
                `| ${say("answer", "another | cell")} | 2 |`,
                "",
                `<details><summary>${say("answer", "raw HTML")}</summary></details>`,
                "",
                `> ${say("answer", "日本語 العربية 👩‍👩‍👧 e\u0301")}`,
                "",
                `~~~\n${say("code", "an open fence")}`,
              ].join("\n"),
            },
          ],
        ],
      },
      runs: [
        {
          prompt: prompt(
            "first",
            `Say it in Markdown: \`${say("prompt", "in backticks")}\`, <b>${say("prompt", "in tags")}</b>,\n\n    ${say("prompt", "indented")}\n\nThank you.`,
          ),
        },
      ],
    }),
  },

  blocks: {
    about: "An answer of many blocks: thoughts that are hidden and shown, words between calls.",
    make: ({ say, print, prompt }) => ({
      scripts: {
        first: [
          [
            { type: "redacted", data: "aGlkZGVu" },
            { type: "thinking", text: say("thinking", "First I think.") },
            { type: "text", text: say("commentary", "Then I speak.") },
            { type: "thinking", text: say("thinking", "I think again.") },
            { type: "tool", name: "Bash", input: { command: print("then I act") } },
            { type: "text", text: say("commentary", "And speak again.") },
            { type: "tool", name: "Bash", input: { command: print("and act again") } },
          ],
          [
            { type: "thinking", text: "" },
            { type: "text", text: "" },
            { type: "text", text: say("answer", "Now I am done.") },
            { type: "text", text: say("answer", "Really.") },
          ],
        ],
      },
      runs: [{ prompt: prompt("first", "Take your time.") }],
    }),
  },

  images: {
    about: "A picture and a document in a prompt, and a picture that the model reads.",
    make: ({ say, prompt, folder }) => {
      const name = `${say("image-name", "")}.png`;
      return {
        files: { [name]: picture(4) },
        scripts: {
          first: [
            [
              { type: "text", text: say("answer", "A small picture. I look at the other one.") },
              { type: "tool", name: "Read", input: { file_path: `${folder}/${name}` } },
            ],
            [{ type: "text", text: say("answer", "Both are small.") }],
          ],
        },
        runs: [
          {
            messages: [
              {
                content: [
                  { type: "text", text: prompt("first", "What is in this picture?") },
                  {
                    type: "image",
                    source: {
                      type: "base64",
                      media_type: "image/png",
                      data: picture(3).toString("base64"),
                    },
                  },
                  {
                    type: "document",
                    title: say("document-name", "minutes"),
                    source: {
                      type: "text",
                      media_type: "text/plain",
                      data: say("document", "Minutes of the meeting."),
                    },
                  },
                ],
              },
            ],
          },
        ],
      };
    },
  },

  instructions: {
    about: "A CLAUDE.md, one in a folder below, and a file that the prompt mentions.",
    make: ({ say, prompt, folder }) => ({
      files: {
        "CLAUDE.md": `${say("instructions", "Be brief.", "full")}\n`,
        "lib/CLAUDE.md": `${say("instructions", "Here, be longer.", "full")}\n`,
        "lib/code.js": `// ${say("tool-output", "the only line")}\n`,
        "notes.md": `${say("mentioned-file", "Notes on the project.")}\n`,
      },
      scripts: {
        first: [
          [{ type: "tool", name: "Read", input: { file_path: `${folder}/lib/code.js` } }],
          [{ type: "text", text: say("answer", "I have read it.") }],
        ],
      },
      runs: [{ prompt: prompt("first", "Read @notes.md and lib/code.js, please.") }],
    }),
  },

  named: {
    about: "A session that gets its name at the start, and structured output.",
    make: ({ say, prompt }) => ({
      scripts: {
        first: [[{ type: "text", text: say("answer", "It has a name.") }]],
        second: [
          [
            {
              type: "tool",
              name: "StructuredOutput",
              input: { verdict: say("structured-output", "all is well") },
            },
          ],
        ],
      },
      runs: [
        {
          prompt: prompt("first", "What is your name?"),
          flags: ["--name", say("title", "The named one")],
        },
        {
          prompt: prompt("second", "Give a verdict."),
          flags: [
            "--json-schema",
            '{"type":"object","properties":{"verdict":{"type":"string"}},"required":["verdict"]}',
          ],
        },
      ],
    }),
  },

  mentions: {
    about: "A folder, lines of a file, a notebook, a picture, an agent and nothing, all mentioned.",
    make: ({ say, prompt }) => ({
      files: {
        "lib/one.js": "1\n",
        [`lib/${say("listed-file", "")}.js`]: "2\n",
        "notes.md": `one\n${say("mentioned-file", "the second line")}\nthree\n`,
        "with space.md": `${say("mentioned-file", "beside a space")}\n`,
        "picture.png": picture(4),
        "work.ipynb": notebook(`print("${say("mentioned-file", "a cell")}")`),
        ".claude/agents/painter.md": "---\nname: painter\ndescription: Paints\n---\nYou paint.\n",
      },
      scripts: {
        first: [[{ type: "text", text: say("answer", "All of them.") }]],
        second: [[{ type: "text", text: say("answer", "A picture.") }]],
      },
      runs: [
        {
          prompt: prompt(
            "first",
            'Read @lib/, @notes.md#L2-3, @"with space.md" @work.ipynb @nothing.md @agent-painter please.',
          ),
        },
        { prompt: prompt("second", "Read @picture.png, too.") },
      ],
    }),
  },
};
