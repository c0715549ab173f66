import { call } from "../../coding-scenarios.mjs";
import { movedProject, packedSession, shared } from "../../shared-scenarios.mjs";

/** @returns {import("../../scenario.mjs").Block} */
function bash(/** @type {string} */ command) {
  return call("bash", { command, description: "Runs a command" });
}

/** @type {Record<string, import("../runs.mjs").Scenario>} */
export const lines = {
  moved: movedProject(bash),
  packed: packedSession(bash),
  forked: {
    about: "A fork on the command line, and a fork of a session that a program makes.",
    make: ({ say, prompt }) => ({
      scripts: {
        first: [[{ type: "text", text: say("answer", "Left or right?") }]],
        left: [[{ type: "text", text: say("answer", "Left it is.") }]],
        right: [[{ type: "text", text: say("answer", "Right it is.") }]],
        straight: [[{ type: "text", text: say("answer", "Straight on.") }]],
      },
      runs: [
        { prompt: prompt("first", "Which way?") },
        { prompt: prompt("left", "Left."), resumes: 0, flags: ["--fork"] },
        {
          asks: [
            { start: {} },
            { say: prompt("straight", "Straight.") },
            { fork: true },
            { say: prompt("right", "Right.") },
          ],
        },
      ],
    }),
  },
  reverted: {
    about: "A turn that is taken back, and another one in its place.",
    sets: ["quick"],
    make: ({ say, print, prompt }) => ({
      git: true,
      scripts: {
        first: [[{ type: "text", text: say("answer", "It is kept.") }]],
        second: [
          [
            {
              type: "tool",
              name: "bash",
              input: { command: print("for nothing", "branch"), description: "Prints" },
            },
          ],
          [{ type: "text", text: say("answer", "It is taken back.", "branch") }],
        ],
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
  "revert-open": {
    about:
      "A turn that is taken back and nothing after it, and one that is taken back for a while.",
    make: ({ say, prompt }) => ({
      git: true,
      scripts: {
        first: [[{ type: "text", text: say("answer", "It comes back.") }]],
        second: [[{ type: "text", text: say("answer", "It goes.", "branch") }]],
      },
      runs: [
        {
          asks: [
            { start: {} },
            { say: prompt("first", "Take this back and bring it again.") },
            { revert: true },
            { unrevert: true },
            { say: prompt("second", "Take this back.", "prompt", "branch") },
            { revert: true },
          ],
        },
      ],
    }),
  },
  forgotten: {
    about: "An answer that a program deletes.",
    make: ({ say, prompt }) => ({
      scripts: { first: [[{ type: "text", text: say("answer", "It is gone.", "branch") }]] },
      runs: [
        { asks: [{ start: {} }, { say: prompt("first", "Say and forget.") }, { forget: true }] },
      ],
    }),
  },
  compacted: shared.compacted,
  overflowing: {
    about: "A conversation that becomes too long, and is summed up in the middle of a turn.",
    make: ({ say, print, prompt }) => ({
      scripts: {
        first: {
          steps: [
            {
              blocks: [
                {
                  type: "tool",
                  name: "bash",
                  input: { command: print("a last one"), description: "Prints" },
                },
              ],
              usage: { input_tokens: 195_000 },
            },
          ],
          summary: say("summary", "Much was told."),
        },
      },
      runs: [{ prompt: prompt("first", "Tell me too much.") }],
    }),
  },
  archived: {
    about: "A session with a name that is archived.",
    make: ({ say, prompt }) => ({
      scripts: {
        first: {
          steps: [[{ type: "text", text: say("answer", "Put away.") }]],
          title: say("title", "Things", "elsewhere"),
        },
      },
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
};
