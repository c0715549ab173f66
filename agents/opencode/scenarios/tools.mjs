import { call } from "../../coding-scenarios.mjs";
import { models } from "../home.mjs";

/** @returns {import("../../scenario.mjs").Block} */
function bash(/** @type {string} */ command) {
  return call("bash", { command, description: "Runs a command" });
}

/** @type {Record<string, import("../runs.mjs").Scenario>} */
export const tools = {
  commands: {
    about: "Commands that succeed, fail, and print much.",
    sets: ["eras"],
    make: ({ say, print, prompt }) => ({
      scripts: {
        first: [
          [
            { type: "text", text: say("commentary", "I run it.") },
            bash(print("all is well")),
            bash(`${print("so is this")} >&2`),
          ],
          [bash(`${print("all is lost")}; exit 3`)],
          [bash(`${print("the first line")}; seq 1 20000; ${print("the last line")}; sleep 0.5`)],
          [{ type: "text", text: say("answer", "One of them failed.") }],
        ],
      },
      runs: [{ prompt: prompt("first", "Run some commands.") }],
    }),
  },
  edits: {
    about: "Files are written, read and changed, and one change does not fit.",
    sets: ["quick", "eras"],
    make: ({ say, prompt, folder }) => {
      const old = say("edit-old", "an old line");
      return {
        files: { "old.txt": `one\n${old}\nthree\n` },
        git: true,
        scripts: {
          first: [
            [call("read", { filePath: `${folder}/old.txt` })],
            [
              call("write", {
                filePath: `${folder}/new.txt`,
                content: `${say("write", "a new line")}\n`,
              }),
            ],
            [
              call("edit", {
                filePath: `${folder}/old.txt`,
                oldString: old,
                newString: say("edit-new", "a better line"),
              }),
            ],
            [
              call("edit", {
                filePath: `${folder}/old.txt`,
                oldString: say("edit-old", "nothing"),
                newString: "something",
              }),
            ],
            [call("read", { filePath: `${folder}/${say("tool-input", "none")}` })],
            [{ type: "text", text: say("answer", "The files are changed.") }],
          ],
        },
        runs: [{ prompt: prompt("first", "Change some files.") }],
      };
    },
  },
  patches: {
    about: "A model that changes files with patches.",
    make: ({ say, prompt }) => {
      const [old, gone] = [say("edit-old", "an old line"), say("edit-old", "a lost line")];
      const patch = (/** @type {string[]} */ ...lines) =>
        call("apply_patch", {
          patchText: ["*** Begin Patch", ...lines, "*** End Patch"].join("\n"),
        });
      return {
        files: { "old.txt": `one\n${old}\nthree\n`, "gone.txt": `${gone}\n` },
        git: true,
        scripts: {
          first: [
            [
              patch(
                "*** Add File: new.txt",
                `+${say("write", "a new line")}`,
                "*** Update File: old.txt",
                "*** Move to: older.txt",
                "@@",
                " one",
                `-${old}`,
                `+${say("edit-new", "a better line")}`,
                "*** Delete File: gone.txt",
              ),
            ],
            [patch("*** Update File: none.txt", "@@", `-${say("edit-old", "nothing")}`, "+some")],
            [{ type: "text", text: say("answer", "The files are changed.") }],
          ],
        },
        runs: [
          {
            prompt: prompt("first", "Patch some files."),
            flags: ["-m", `mock/${models.patching}`],
          },
        ],
      };
    },
  },
  "changed-behind": {
    about: "A command that changes files.",
    make: ({ say, print, prompt }) => ({
      files: { "list.txt": "one\n" },
      git: true,
      scripts: {
        first: [
          [bash(`${print("a changed line")} >> list.txt`)],
          [{ type: "text", text: say("answer", "It is longer.") }],
        ],
      },
      runs: [{ prompt: prompt("first", "Make the list longer.") }],
    }),
  },
  todos: {
    about: "A list of what has to be done, and what of it is done.",
    sets: ["eras"],
    make: ({ say, prompt }) => {
      const [one, two] = [say("todo", "Begin"), say("todo", "End")];
      const todos = (/** @type {string} */ first, /** @type {string} */ second) =>
        call("todowrite", {
          todos: [
            { content: one, status: first, priority: "high", id: "1" },
            { content: two, status: second, priority: "low", id: "2" },
          ],
        });
      return {
        scripts: {
          first: [
            [todos("in_progress", "pending")],
            [todos("completed", "cancelled")],
            [{ type: "text", text: say("answer", "All is done.") }],
          ],
        },
        runs: [{ prompt: prompt("first", "Plan and do it.") }],
      };
    },
  },
  mcp: {
    about: "A tool of a server for the Model Context Protocol, which gives back a picture.",
    make: ({ say, prompt }) => ({
      scripts: {
        first: [
          [call("echo_echo", { text: say("tool-input", "an echo") })],
          [{ type: "text", text: say("answer", "It echoes.") }],
        ],
      },
      runs: [{ prompt: prompt("first", "Call the echo.") }],
    }),
  },
  refused: {
    about: "A call that nobody allows, and one that the user refuses with a reason.",
    make: ({ say, prompt }) => ({
      scripts: {
        first: [[bash(`rm -rf ${say("tool-input", "nothing")}`)]],
        second: [
          [bash(`rm -rf ${say("tool-input", "something")}`)],
          [{ type: "text", text: say("answer", "I ask before.") }],
        ],
      },
      runs: [
        { prompt: prompt("first", "Delete nothing.") },
        {
          asks: [
            { start: {} },
            { refuse: [prompt("second", "Delete something."), say("reason", "Ask before.")] },
          ],
        },
      ],
    }),
  },
  question: {
    about: "A question that the user answers.",
    make: ({ say, prompt }) => {
      const [red, blue] = [say("option", "Red"), say("option", "Blue")];
      return {
        scripts: {
          first: [
            [
              call("question", {
                questions: [
                  {
                    question: say("question", "Which colour?"),
                    header: "Colour",
                    options: [
                      { label: red, description: "Like fire" },
                      { label: blue, description: "Like water" },
                    ],
                  },
                ],
              }),
            ],
            [{ type: "text", text: say("answer", "So be it.") }],
          ],
        },
        runs: [{ asks: [{ start: {} }, { answer: [prompt("first", "Ask me something."), blue] }] }],
      };
    },
  },
  unknown: {
    about: "A tool that does not exist, and an input that does not fit.",
    make: ({ say, prompt }) => ({
      scripts: {
        first: [
          [call("telephone", { number: say("tool-input", "112", "elsewhere") })],
          [call("read", { path: say("tool-input", "nowhere") })],
          [{ type: "text", text: say("answer", "Nobody answers.") }],
        ],
      },
      runs: [{ prompt: prompt("first", "Call somebody.") }],
    }),
  },
  shell: {
    about: "A command of the user.",
    make: ({ say, print, prompt }) => ({
      scripts: { first: [[{ type: "text", text: say("answer", "I see it.") }]] },
      runs: [
        {
          asks: [
            { start: {} },
            { shell: print("typed by the user") },
            { say: prompt("first", "Do you see it?") },
          ],
        },
      ],
    }),
  },
};
