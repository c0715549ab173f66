import { enter } from "./terminal.mjs";

/**
 * Scenarios that several clients play in the same way.
 *
 * @type {Record<"resume" | "failed" | "compacted", import("./scenario.mjs").Scenario<any>>}
 */
export const shared = {
  resume: {
    about: "A session that goes on in another process.",
    sets: ["eras"],
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
  compacted: {
    about: "A conversation of which the model is only sent a summary.",
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
            { start: {} },
            { say: prompt("first", "Tell a story.") },
            { compact: true },
            { say: prompt("second", "How does it end?") },
          ],
        },
      ],
    }),
  },
};

/**
 * A project that chatexport moves, sets back and moves again, and where the client goes on.
 *
 * @param {(command: string) => import("./scenario.mjs").Block} run Asks for a command.
 * @returns {import("./scenario.mjs").Scenario<any>}
 */
export function movedProject(run) {
  return {
    about:
      "A project that chatexport moves, sets back and moves again, and where the client goes on.",
    // The whole home is compared before and after.
    alone: true,
    make: ({ say, print, prompt, folder }) => {
      // Nothing is printed unless the client sends what was said before, and is where the project is.
      const isThere = `[ -n '«(It lies here)»' ] && [ "$PWD" = '${folder}-away' ]`;
      return {
        git: true,
        files: { "file.txt": "x\n" },
        scripts: {
          first: [
            [run(print("in the old place"))],
            [{ type: "text", text: say("answer", "It lies here.") }],
          ],
          second: [
            [run(`${isThere} && ${print("in the new place")}`)],
            [{ type: "text", text: say("answer", "It lies there.") }],
          ],
        },
        runs: [
          { prompt: prompt("first", "Where does it lie?") },
          { prompt: prompt("second", "And now?"), resumes: 0, moved: true },
        ],
      };
    },
  };
}

/**
 * A session that chatexport packs, and unpacks in another home and folder, where the client goes on.
 *
 * @param {(command: string) => import("./scenario.mjs").Block} run Asks for a command.
 * @param {(prompt: string) => import("./terminal.mjs").Key[]} [keys] What is typed at a client that only goes on with a
 *   session at a terminal.
 * @returns {import("./scenario.mjs").Scenario<any>}
 */
export function packedSession(run, keys) {
  return {
    about:
      "A session that chatexport packs, and unpacks in another home and folder, where the client goes on.",
    // The home is taken away meanwhile.
    alone: true,
    ...(keys && { terminal: true }),
    make: ({ say, print, prompt }) => {
      const turns = (keys ? ["apples"] : ["apples", "pears"]).map((fruit) => ({
        fruit,
        asked: prompt(fruit, `Count the ${fruit}.`),
        command: print(`these ${fruit}`),
        answer: say("answer", `All ${fruit} are counted.`),
      }));
      const sent = turns.flatMap(({ fruit, asked, answer }) => [
        ...[asked, `printf 'these ${fruit}`, `these ${fruit} SaidPacked`, answer],
      ]);
      const last = prompt("last", "And all?", "prompt", "elsewhere");
      const scripts = turns.map(({ fruit, command, answer }) => [
        fruit,
        [[run(command)], [{ type: "text", text: answer }]],
      ]);
      return {
        git: true,
        scripts: {
          ...Object.fromEntries(scripts),
          last: [[{ type: "text", text: say("answer", "All are counted.", "elsewhere") }]],
        },
        runs: [
          ...turns.map(({ asked }, index) => ({
            prompt: asked,
            ...(index > 0 && { resumes: 0 }),
          })),
          {
            prompt: last,
            ...(keys && { keys: keys(last) }),
            resumes: 0,
            unpacked: [...sent, last],
          },
        ],
      };
    },
  };
}

/**
 * A turn that the user takes back at a terminal, and another one in its place.
 *
 * @param {import("./terminal.mjs").Key} ready What an empty prompt shows.
 * @param {import("./said.mjs").Expected} left Where a document has what was taken back.
 * @param {import("./terminal.mjs").Key[]} chosen What chooses the turn.
 * @returns {import("./scenario.mjs").Scenario<any>}
 */
export function rewound(ready, left, chosen = []) {
  return {
    about: "A turn that the user takes back, and another one in its place.",
    terminal: true,
    make: ({ say, prompt }) => ({
      git: true,
      scripts: {
        first: [[{ type: "text", text: say("answer", "It is kept.") }]],
        second: [[{ type: "text", text: say("answer", "It is taken back.", left) }]],
        third: [[{ type: "text", text: say("answer", "It is in its place.") }]],
      },
      runs: [
        {
          keys: [
            ready,
            ...enter(prompt("first", "Keep this.")),
            { see: "It is kept." },
            ...enter(prompt("second", "Take this back.", "prompt", left)),
            { see: "It is taken back." },
            ...enter("/rewind"),
            { wait: 2000 },
            ...chosen,
            { press: "Enter" },
            { wait: 2000 },
            { press: "Enter" },
            { wait: 2000 },
            { press: "C-u" },
            ...enter(prompt("third", "Say this instead.")),
            { see: "It is in its place." },
          ],
        },
      ],
    }),
  };
}
