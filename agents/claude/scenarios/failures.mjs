/** @type {Record<string, import("../scenario.mjs").Scenario>} */
export const failures = {
  retries: {
    about: "Errors that go away when the client tries again.",
    sets: ["quick"],
    make: ({ say, prompt }) => ({
      scripts: {
        first: [
          {
            error: { status: 529, type: "overloaded_error", message: "Overloaded", times: 1 },
            blocks: [{ type: "text", text: say("answer", "Now it works.") }],
          },
        ],
      },
      runs: [{ prompt: prompt("first", "Try until it works.") }],
    }),
  },

  errors: {
    about: "Errors that stay.",
    sets: ["quick"],
    make: ({ say, prompt }) => ({
      scripts: {
        first: [
          {
            error: {
              status: 400,
              type: "invalid_request_error",
              message: say("error", "This request is not valid."),
            },
          },
        ],
        second: [
          {
            error: { status: 500, type: "api_error", message: say("error", "Something broke.") },
          },
        ],
        third: [
          { error: { status: 401, type: "authentication_error", message: "invalid x-api-key" } },
        ],
        fourth: [[{ type: "text", text: say("answer", "After the errors.") }]],
      },
      runs: [
        { prompt: prompt("first", "Ask for nonsense."), env: { CLAUDE_CODE_MAX_RETRIES: "1" } },
        {
          prompt: prompt("second", "Ask a broken server."),
          flags: ["-c"],
          env: { CLAUDE_CODE_MAX_RETRIES: "1" },
        },
        {
          prompt: prompt("third", "Ask without a key."),
          flags: ["-c"],
          env: { CLAUDE_CODE_MAX_RETRIES: "1" },
        },
        { prompt: prompt("fourth", "Ask again."), flags: ["-c"] },
      ],
    }),
  },

  killed: {
    about: "A client that is killed while a command runs, and a session that goes on.",
    make: ({ say, prompt }) => ({
      scripts: {
        first: [
          [
            {
              type: "tool",
              name: "Bash",
              input: { command: `echo ${say("tool-input", "killed")}; sleep 2; kill -9 $PPID` },
            },
          ],
        ],
        second: [[{ type: "text", text: say("answer", "After the kill.") }]],
      },
      runs: [
        { messages: [{ content: prompt("first", "Run it to the end.") }] },
        { prompt: prompt("second", "Where were we?"), flags: ["-c"] },
      ],
    }),
  },

  "unknown-command": {
    about: "A slash command that the client does not know.",
    make: ({ say, prompt }) => ({
      scripts: { first: [[{ type: "text", text: say("answer", "I polish them.") }]] },
      runs: [
        { prompt: `/polish ${prompt("first", "all the shoes")}` },
        { prompt: `${prompt("first", "Then polish them.")}`, flags: ["-c"] },
      ],
    }),
  },

  "cut-off": {
    about:
      "Answers that end in the middle: an error, a lost connection, a limit, a refusal, nothing.",
    make: ({ say, prompt }) => {
      const text = (/** @type {string} */ words, kind = "answer") => ({
        type: /** @type {const} */ ("text"),
        text: say(kind, words),
      });
      return {
        scripts: {
          overloaded: [
            { blocks: [text("Cut off by load.", "partial-answer")], ends: "error" },
            [text("Whole after the load.")],
          ],
          dropped: [
            { blocks: [text("Cut off by the wire.", "partial-answer")], ends: "drop" },
            [text("Whole after the wire.")],
          ],
          limit: [
            { blocks: [text("Cut off by the limit.", "partial-answer")], stop: "max_tokens" },
            [text("Whole after the limit.")],
          ],
          refusal: [
            {
              blocks: [text("Cut off by a refusal.", "partial-answer")],
              stop: "refusal",
              stopDetails: {
                type: "refusal",
                category: "cyber",
                explanation: say("refusal", "Not for anybody."),
              },
            },
            [text("Whole after the refusal.")],
          ],
          "silent-refusal": [{ blocks: [], stop: "refusal" }],
          empty: [{ blocks: [] }],
          pause: [{ blocks: [text("A pause.", "partial-answer")], stop: "pause_turn" }],
        },
        runs: ["overloaded", "dropped", "limit", "refusal", "silent-refusal", "empty", "pause"].map(
          (script) => ({ prompt: prompt(script, `Tell me about ${script}.`) }),
        ),
      };
    },
  },

  limits: {
    about: "A run that may not take another turn.",
    make: ({ say, print, prompt }) => ({
      scripts: {
        first: [
          [{ type: "tool", name: "Bash", input: { command: print("turn one") } }],
          [{ type: "tool", name: "Bash", input: { command: print("turn two") } }],
          [{ type: "text", text: say("answer", "Never reached.", "hidden") }],
        ],
      },
      runs: [{ prompt: prompt("first", "Take many turns."), flags: ["--max-turns", "2"] }],
    }),
  },

  fallback: {
    about: "Another model answers when the first one is overloaded.",
    make: ({ say, prompt }) => ({
      scripts: {
        first: [
          {
            error: { status: 529, type: "overloaded_error", message: "Overloaded", times: 4 },
            blocks: [{ type: "text", text: say("answer", "I stand in.") }],
          },
        ],
      },
      runs: [
        {
          prompt: prompt("first", "Who is there?"),
          flags: ["--model", "claude-opus-4-8", "--fallback-model", "claude-sonnet-4-6"],
        },
      ],
    }),
  },
};
