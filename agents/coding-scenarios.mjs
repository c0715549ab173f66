import { picture } from "./picture.mjs";
import { movedProject, packedSession, shared } from "./shared-scenarios.mjs";

/**
 * @typedef {object} Tools How the model of a client asks for what every client can do.
 * @property {(command: string) => import("./scenario.mjs").Block} run
 * @property {(path: string) => import("./scenario.mjs").Block} read
 * @property {(path: string, text: string) => import("./scenario.mjs").Block} write
 * @property {(path: string, old: string, text: string) => import("./scenario.mjs").Block} replace
 */

/**
 * Makes the scenarios that all clients play whose command line takes a prompt: talk, think, run commands, change files.
 *
 * @param {Tools} tools
 * @returns {Record<"plain" | "resume" | "failed" | "moved" | "packed" | "commands" | "edits" | "picture",
 *   import("./prompt-runs.mjs").Scenario>}
 */
export function codingScenarios({ run, read, write, replace }) {
  return {
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
    resume: { ...shared.resume, make: (stage) => ({ ...shared.resume.make(stage), git: true }) },
    moved: movedProject(run),
    packed: packedSession(run),
    failed: {
      about: "A turn that fails at the service, between two others.",
      make: ({ say, prompt }) => {
        const message = say("error", "It cannot be done.", "full");
        return {
          scripts: {
            first: [[{ type: "text", text: say("answer", "It begins.") }]],
            second: [{ error: { status: 400, type: "invalid", message } }],
            third: [[{ type: "text", text: say("answer", "Now it can.") }]],
          },
          runs: [
            { prompt: prompt("first", "Begin.") },
            { prompt: prompt("second", "Try it."), resumes: 0 },
            { prompt: prompt("third", "Try again."), resumes: 0 },
          ],
        };
      },
    },
    commands: {
      about: "Commands that succeed and fail.",
      sets: ["quick", "eras"],
      make: ({ say, print, prompt }) => ({
        scripts: {
          first: [
            [
              { type: "text", text: say("commentary", "I run it.") },
              run(print("all is well")),
              run(`${print("so is this")} >&2`),
            ],
            [run(`${print("all is lost")}; exit 3`)],
            [{ type: "text", text: say("answer", "One of them failed.") }],
          ],
        },
        runs: [{ prompt: prompt("first", "Run some commands.") }],
      }),
    },
    edits: {
      about: "Files are read, written and changed, and one change does not fit.",
      sets: ["eras"],
      make: ({ say, prompt, folder }) => {
        const old = say("edit-old", "an old line");
        return {
          files: { "old.txt": `one\n${old}\nthree\n` },
          scripts: {
            first: [
              [read(`${folder}/old.txt`)],
              [write(`${folder}/new.txt`, `${say("write", "a new line")}\n`)],
              [replace(`${folder}/old.txt`, old, say("edit-new", "a better line"))],
              [replace(`${folder}/old.txt`, say("edit-old", "no such line"), "another")],
              [{ type: "text", text: say("answer", "The files are changed.") }],
            ],
          },
          runs: [{ prompt: prompt("first", "Change some files.") }],
        };
      },
    },
    picture: {
      about: "A picture that the model looks at.",
      make: ({ say, prompt, folder }) => ({
        files: { "picture.png": picture(3) },
        scripts: {
          first: [
            [read(`${folder}/picture.png`)],
            [{ type: "text", text: say("answer", "It is red.") }],
          ],
        },
        runs: [{ prompt: prompt("first", "What is on it?") }],
      }),
    },
  };
}

/**
 * A tool of a server for the Model Context Protocol, which gives back a picture.
 *
 * @param {string} tool Its name, as the client gives it to the model.
 * @returns {import("./prompt-runs.mjs").Scenario}
 */
export function mcpScenario(tool) {
  return {
    about: "A tool of a server for the Model Context Protocol, which gives back a picture.",
    make: ({ say, prompt }) => ({
      scripts: {
        first: [
          [call(tool, { text: say("tool-input", "an echo") })],
          [{ type: "text", text: say("answer", "It echoes.") }],
        ],
      },
      runs: [{ prompt: prompt("first", "Call the echo.") }],
    }),
  };
}

/**
 * A call of a tool.
 *
 * @param {string} name
 * @param {unknown} input
 * @returns {import("./scenario.mjs").Block}
 */
export function call(name, input) {
  return { type: "tool", name, input };
}
