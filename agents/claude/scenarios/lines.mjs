/** Sessions that go on, fork, lose their beginning. @type {Record<string, import("../scenario.mjs").Scenario>} */
export const lines = {
  resume: {
    about: "A session that is resumed, as the last one and by its id.",
    sets: ["quick", "eras"],
    make: ({ say, print, prompt }) => ({
      scripts: {
        first: [[{ type: "text", text: say("answer", "The first day.") }]],
        second: [
          [{ type: "tool", name: "Bash", input: { command: print("on the second day") } }],
          [{ type: "text", text: say("answer", "The second day.") }],
        ],
        third: [[{ type: "text", text: say("answer", "The third day.") }]],
      },
      runs: [
        { prompt: prompt("first", "Start.") },
        { prompt: prompt("second", "Go on."), flags: ["-c"] },
        { prompt: prompt("third", "Go on by id."), resumes: 0 },
      ],
    }),
  },

  fork: {
    about: "A session that is forked into another, and both go on.",
    sets: ["quick"],
    make: ({ say, prompt }) => ({
      scripts: {
        first: [[{ type: "text", text: say("answer", "The trunk.") }]],
        second: [[{ type: "text", text: say("answer", "The fork.") }]],
        third: [[{ type: "text", text: say("answer", "The trunk goes on.") }]],
      },
      runs: [
        { prompt: prompt("first", "Grow a trunk."), flags: ["--name", say("title", "A tree")] },
        { prompt: prompt("second", "Grow a fork."), resumes: 0, flags: ["--fork-session"] },
        { prompt: prompt("third", "Grow the trunk."), resumes: 0 },
      ],
    }),
  },

  "two-terminals": {
    about: "A session that goes on in two clients, which take turns.",
    make: ({ say, prompt }) => ({
      scripts: {
        first: [[{ type: "text", text: say("answer", "Both know this.") }]],
        second: [[{ type: "text", text: say("answer", "Said over there.") }]],
        third: [[{ type: "text", text: say("answer", "Said over here.") }]],
        fourth: [[{ type: "text", text: say("answer", "Said there again.") }]],
        fifth: [[{ type: "text", text: say("answer", "Said here again.") }]],
      },
      runs: [
        {
          messages: [
            { content: prompt("first", "Begin.") },
            { content: prompt("third", "Go on here."), after: prompt("second", "Go on there.") },
            { content: prompt("fifth", "And here."), after: prompt("fourth", "And there.") },
          ],
        },
      ],
    }),
  },

  "in-file-fork": {
    about: "A session that goes on from an earlier answer, in the same file.",
    make: ({ say, prompt }) => ({
      scripts: {
        first: [[{ type: "text", text: say("answer", "Where the ways part.") }]],
        second: [[{ type: "text", text: say("answer", "The way not taken.", "branch") }]],
        third: [[{ type: "text", text: say("answer", "The other way.") }]],
      },
      runs: [
        { messages: [{ content: prompt("first", "Walk.") }] },
        { prompt: prompt("second", "Walk on.", "prompt", "branch"), resumes: 0 },
        {
          prompt: prompt("third", "Walk another way."),
          resumes: 0,
          flags: ([first]) => [
            "--resume-session-at",
            /"type":"assistant".*"uuid":"([^"]+)"/.exec(first ?? "")?.[1] ?? "",
          ],
        },
      ],
    }),
  },

  compaction: {
    about: "Conversations whose beginning is replaced by a summary: asked for, and of itself.",
    sets: ["quick"],
    make: ({ say, print, prompt }) => ({
      scripts: {
        first: {
          steps: [
            [{ type: "tool", name: "Bash", input: { command: print("before the summary") } }],
            [{ type: "text", text: say("answer", "Soon to be summarized.") }],
          ],
          summary: say("summary", "They greeted each other."),
        },
        second: [[{ type: "text", text: say("answer", "After the summary.") }]],
        third: {
          steps: [
            {
              blocks: [{ type: "text", text: say("answer", "The context is full.") }],
              usage: { input_tokens: 10, cache_read_input_tokens: 980_000 },
            },
          ],
          summary: say("summary", "It became too long."),
        },
        fourth: [[{ type: "text", text: say("answer", "There is room again.") }]],
      },
      runs: [
        { prompt: prompt("first", "Talk to me.") },
        { prompt: `/compact ${say("command-argument", "keep the greeting")}`, resumes: 0 },
        { prompt: prompt("second", "Where were we?"), resumes: 0 },
        { prompt: prompt("third", "Fill the context.") },
        { prompt: prompt("fourth", "And now?"), resumes: 3 },
      ],
    }),
  },

  worktree: {
    about: "A session in a worktree of its own, and one that enters and leaves one.",
    make: ({ say, print, prompt }) => ({
      git: true,
      files: { "a.txt": "a\n" },
      scripts: {
        first: [
          [{ type: "tool", name: "Bash", input: { command: print("in the worktree") } }],
          [{ type: "text", text: say("answer", "Beside the others.") }],
        ],
        second: [
          [
            {
              type: "tool",
              name: "ToolSearch",
              input: { query: "select:EnterWorktree,ExitWorktree" },
            },
          ],
          [{ type: "tool", name: "EnterWorktree", input: { name: "inner" } }],
          [{ type: "tool", name: "Bash", input: { command: print("inside") } }],
          [{ type: "tool", name: "ExitWorktree", input: { action: "keep" } }],
          [{ type: "text", text: say("answer", "Back again.") }],
        ],
        third: [
          [{ type: "tool", name: "ToolSearch", input: { query: "select:EnterWorktree" } }],
          [{ type: "tool", name: "EnterWorktree", input: { name: "stays" } }],
          [{ type: "text", text: say("answer", "I stay here.") }],
        ],
      },
      runs: [
        { prompt: prompt("first", "Work beside."), flags: ["--worktree", "outer"] },
        { prompt: prompt("second", "Enter and leave.") },
        { prompt: prompt("third", "Enter and stay.") },
      ],
    }),
  },

  descendants: {
    about: "A fork of a resumed session, a fork of that fork, and all three go on.",
    make: ({ say, print, prompt }) => {
      const names = ["root", "resumed", "child", "grandchild", "childAgain", "rootAgain"];
      return {
        scripts: Object.fromEntries(
          names.map((name) => [
            name,
            [
              [{ type: "tool", name: "Bash", input: { command: print(`run by ${name}`) } }],
              [{ type: "text", text: say("answer", `Said by ${name}.`) }],
            ],
          ]),
        ),
        runs: [
          { prompt: prompt("root", "Begin.") },
          { prompt: prompt("resumed", "Go on."), resumes: 0 },
          { prompt: prompt("child", "Fork."), resumes: 1, flags: ["--fork-session"] },
          {
            prompt: prompt("grandchild", "Fork the fork."),
            resumes: 2,
            flags: ["--fork-session", "--model", "claude-haiku-4-5"],
          },
          { prompt: prompt("childAgain", "The fork goes on."), resumes: 2 },
          { prompt: prompt("rootAgain", "The first goes on."), resumes: 1 },
        ],
      };
    },
  },
};
