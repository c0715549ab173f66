import { call } from "../../coding-scenarios.mjs";
import { movedProject, packedSession } from "../../shared-scenarios.mjs";

/** @returns {import("../../scenario.mjs").Block} */
function bash(/** @type {string} */ command) {
  return call("bash", { command, description: "Runs a command" });
}

/** A call of `apply_patch`. */
function patch(/** @type {string[]} */ ...lines) {
  return call("apply_patch", ["*** Begin Patch", ...lines, "*** End Patch", ""].join("\n"));
}

/** @type {Record<string, import("../runs.mjs").Scenario>} */
export const tools = {
  moved: movedProject(bash),
  packed: packedSession(bash),
  commands: {
    about: "Commands that succeed and fail.",
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
          [{ type: "text", text: say("answer", "One of them failed.") }],
        ],
      },
      runs: [{ prompt: prompt("first", "Run some commands.") }],
    }),
  },
  patches: {
    about: "Files are added, changed, renamed and deleted, and one change does not fit.",
    sets: ["quick"],
    make: ({ say, prompt, folder }) => {
      const [old, gone] = [say("edit-old", "an old line"), say("edit-old", "a lost line")];
      return {
        files: { "old.txt": `one\n${old}\nthree\n`, "gone.txt": `${gone}\n` },
        scripts: {
          first: [
            [call("view", { path: `${folder}/old.txt` })],
            [patch("*** Add File: new.txt", `+${say("write", "a new line")}`)],
            [
              patch(
                "*** Update File: old.txt",
                "*** Move to: older.txt",
                "@@",
                " one",
                `-${old}`,
                `+${say("edit-new", "a better line")}`,
              ),
            ],
            [patch("*** Delete File: gone.txt")],
            [patch("*** Update File: none.txt", "@@", `-${say("edit-old", "nothing")}`, "+some")],
            [{ type: "text", text: say("answer", "The files are changed.") }],
          ],
        },
        runs: [{ prompt: prompt("first", "Change some files.") }],
      };
    },
  },
  edits: {
    about: "A model that creates and edits files with calls of their own.",
    make: ({ say, prompt, folder }) => {
      const old = say("edit-old", "an old line");
      return {
        files: { "old.txt": `one\n${old}\nthree\n` },
        scripts: {
          first: [
            [
              call("create", {
                path: `${folder}/new.txt`,
                file_text: `${say("write", "a new line")}\n`,
              }),
            ],
            [
              call("edit", {
                path: `${folder}/old.txt`,
                old_str: old,
                new_str: say("edit-new", "a better line"),
              }),
            ],
            [{ type: "text", text: say("answer", "The files are changed.") }],
          ],
        },
        runs: [
          {
            prompt: prompt("first", "Change some files."),
            flags: ["--model", "claude-sonnet-4.5"],
          },
        ],
      };
    },
  },
  todos: {
    about: "A list of what has to be done, and what of it is done.",
    make: ({ say, prompt }) => {
      const insert = (/** @type {string} */ id, /** @type {string} */ title) =>
        `INSERT INTO todos (id, title, status) VALUES ('${id}', '${title}', 'pending');`;
      const [begin, end] = [say("todo", "Begin"), say("todo", "End")];
      return {
        scripts: {
          first: [
            [
              call("sql", {
                description: "Plans",
                query: `${insert("one", begin)} ${insert("two", end)}`,
              }),
            ],
            [
              call("sql", {
                description: "Goes on",
                query: "UPDATE todos SET status = 'done' WHERE id = 'one';",
              }),
            ],
            [{ type: "text", text: say("answer", "Half of it is done.") }],
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
          [call("echo-echo", { text: say("tool-input", "an echo") })],
          [{ type: "text", text: say("answer", "It echoes.") }],
        ],
      },
      runs: [{ prompt: prompt("first", "Call the echo.") }],
    }),
  },
  refused: {
    about: "A command that a rule forbids.",
    make: ({ say, prompt }) => ({
      scripts: {
        first: [
          [bash(`rm -rf ${say("tool-input", "nothing")}`)],
          [{ type: "text", text: say("answer", "It stays.") }],
        ],
      },
      runs: [{ prompt: prompt("first", "Delete nothing."), flags: ["--deny-tool=shell(rm)"] }],
    }),
  },
  "sub-agents": {
    about: "A sub-agent that does a part of the work.",
    sets: ["quick"],
    make: ({ say, print, prompt }) => ({
      scripts: {
        first: [
          [
            call("task", {
              name: "counter",
              description: say("title", "Count files"),
              prompt: prompt("child", "Count the files.", "task"),
              agent_type: "general-purpose",
              mode: "sync",
            }),
          ],
          [{ type: "text", text: say("answer", "They are counted.") }],
        ],
        child: [[bash(print("4 files"))], [{ type: "text", text: say("answer", "Four files.") }]],
      },
      runs: [{ prompt: prompt("first", "Have the files counted.") }],
    }),
  },
};
