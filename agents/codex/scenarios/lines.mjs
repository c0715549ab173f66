import { call } from "../../coding-scenarios.mjs";
import { movedProject, packedSession, shared } from "../../shared-scenarios.mjs";

/** @type {Record<string, import("../runs.mjs").Scenario>} */
export const lines = {
  moved: movedProject((command) => call("exec_command", { cmd: command })),
  packed: packedSession((command) => call("exec_command", { cmd: command })),
  edited: {
    about:
      "A session that chatexport names, copies, trims and deletes, with each set back, and where the client goes on.",
    sets: ["quick"],
    // The whole home is compared before and after.
    alone: true,
    make: ({ say, print, prompt }) => {
      const [thought, one, two] = [
        say("thinking", "It prints much."),
        say("answer", "One."),
        say("answer", "Two."),
      ];
      const [first, second] = [prompt("first", "Print much."), prompt("second", "And now?")];
      const much = `${print("much is printed:")} && printf 'end-of-much%.0s' $(seq 200)`;
      const end = "end-of-much".repeat(100);
      const cut = "more characters were left out";
      return {
        scripts: {
          first: [
            [{ type: "thinking", text: thought }, call("exec_command", { cmd: much })],
            [{ type: "text", text: one }],
          ],
          second: [[{ type: "text", text: two }]],
          third: [[{ type: "text", text: say("answer", "Three.", "hidden") }]],
          fourth: [[{ type: "text", text: say("answer", "Four.") }]],
          fifth: [[{ type: "text", text: say("answer", "Five.") }]],
        },
        runs: [
          { prompt: first },
          { prompt: second, resumes: 0 },
          {
            prompt: prompt("third", "In the fork.", "prompt", "hidden"),
            resumes: 0,
            edits: [["fork", "--at", "1"]],
            sends: { has: [first, one, end], lacks: [second, two, cut] },
          },
          {
            prompt: prompt("fourth", "In the trimmed one."),
            resumes: 0,
            edits: [
              ["rename", say("name", "A name of its own")],
              ["trim", "--results", "300", "--reasoning"],
            ],
            sends: { has: [first, one, second, two, cut], lacks: [end, thought] },
          },
          {
            prompt: prompt("fifth", "In the shorter copy."),
            resumes: 0,
            edits: [["clone"], ["trim", "--before", "2"]],
            sends: { has: [second, two, "<environment_context>"], lacks: [first, one, cut] },
          },
          // It lists its sessions afterwards.
          { asks: [], resumes: 2, edits: [["delete"]] },
        ],
      };
    },
  },
  forked: {
    about: "A fork on the command line, and a fork of it by a program.",
    sets: ["quick"],
    make: ({ say, prompt }) => ({
      scripts: {
        first: [[{ type: "text", text: say("answer", "Left or right?") }]],
        left: [[{ type: "text", text: say("answer", "Left it is.") }]],
        right: [[{ type: "text", text: say("answer", "Right it is.") }]],
      },
      runs: [
        { prompt: prompt("first", "Which way?") },
        { prompt: prompt("left", "Left."), forks: 0 },
        { asks: [{ fork: "forked.first" }, { say: prompt("right", "Right.") }] },
      ],
    }),
  },
  "edited-fork": {
    about: "A fork that chatexport copies into one file, and where the client goes on.",
    alone: true,
    make: ({ say, prompt }) => {
      const [one, two] = [say("answer", "One."), say("answer", "Two.")];
      const [first, second] = [prompt("first", "Begin."), prompt("second", "Go elsewhere.")];
      return {
        scripts: {
          first: [[{ type: "text", text: one }]],
          second: [[{ type: "text", text: two }]],
          third: [[{ type: "text", text: say("answer", "Three.") }]],
          fourth: [[{ type: "text", text: say("answer", "Four.") }]],
        },
        runs: [
          { prompt: first },
          { prompt: second, forks: 0 },
          {
            prompt: prompt("third", "And on."),
            resumes: 1,
            edits: [["clone"]],
            sends: { has: [first, one, second, two], lacks: [] },
          },
          {
            prompt: prompt("fourth", "And on, earlier."),
            resumes: 1,
            edits: [["fork", "--at", "1"]],
            sends: { has: [first, one], lacks: [second, two] },
          },
        ],
      };
    },
  },
  reverted: {
    about: "A turn that is taken back, and another one in its place.",
    sets: ["quick"],
    make: ({ say, prompt }) => ({
      scripts: {
        first: [[{ type: "text", text: say("answer", "It is kept.") }]],
        second: [[{ type: "text", text: say("answer", "It is taken back.", "branch") }]],
        third: [[{ type: "text", text: say("answer", "It is in its place.") }]],
      },
      runs: [
        {
          asks: [
            { start: {} },
            { say: prompt("first", "Keep this.") },
            { say: prompt("second", "Take this back.", "prompt", "branch") },
            { revert: true },
            { say: prompt("third", "Say this instead.") },
          ],
        },
      ],
    }),
  },
  "reverted-twice": {
    about:
      "Two turns that are taken back one after the other, a fork of what is left, which takes its own first turn back, and a fork of that.",
    make: ({ say, prompt }) => ({
      scripts: {
        first: [[{ type: "text", text: say("answer", "It stays.") }]],
        second: [[{ type: "text", text: say("answer", "It goes first.", "branch") }]],
        third: [[{ type: "text", text: say("answer", "It goes next.", "branch") }]],
        fourth: [[{ type: "text", text: say("answer", "It stays, too.") }]],
        fifth: [[{ type: "text", text: say("answer", "It was in the fork.", "branch") }]],
        sixth: [[{ type: "text", text: say("answer", "It is in the fork.") }]],
        seventh: [[{ type: "text", text: say("answer", "It is in the last fork alone.") }]],
      },
      runs: [
        {
          asks: [
            { start: {} },
            { say: prompt("first", "Begin.") },
            { say: prompt("second", "A first try.", "prompt", "branch") },
            { revert: true },
            { say: prompt("third", "A second try.", "prompt", "branch") },
            { revert: true },
            { say: prompt("fourth", "A third try.") },
            { fork: "reverted-twice.first" },
            { say: prompt("fifth", "And beside it.", "prompt", "branch") },
            { revert: true },
            { say: prompt("sixth", "And beside it, otherwise.") },
            // The client lists what changed last first.
            { fork: "reverted-twice.first" },
            { say: prompt("seventh", "And beside that.") },
          ],
        },
      ],
    }),
  },
  archived: {
    about: "A session with a name that is archived.",
    make: ({ say, prompt }) => ({
      scripts: { first: [[{ type: "text", text: say("answer", "Put away.") }]] },
      runs: [
        {
          asks: [
            { start: {} },
            { say: prompt("first", "Put this away.") },
            { name: say("name", "Things put away") },
            { archive: true },
          ],
        },
      ],
    }),
  },
  compacted: { ...shared.compacted, sets: ["quick"] },
  reviewed: {
    about: "A review of changes.",
    make: ({ say, prompt }) => {
      const review = {
        findings: [
          {
            title: say("review", "[P2] A finding"),
            body: say("review", "What is wrong with it."),
            confidence_score: 0.9,
            priority: 2,
            code_location: {
              absolute_file_path: "/old.txt",
              line_range: { start: 1, end: 1 },
            },
          },
        ],
        overall_correctness: "patch is incorrect",
        overall_explanation: say("review", "All in all."),
        overall_confidence_score: 0.8,
      };
      return {
        git: true,
        files: { "old.txt": "one\n" },
        scripts: { first: [[{ type: "text", text: JSON.stringify(review) }]] },
        runs: [{ asks: [{ start: {} }, { review: prompt("first", "Look closely.") }] }],
      };
    },
  },
};
