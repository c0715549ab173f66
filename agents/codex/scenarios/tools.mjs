import { earlierSession, exportHook, historyServer, isExported } from "../../surroundings.mjs";

/** A model that writes scripts instead of calls. */
const codeModel = "gpt-6.1-sol";

/**
 * A call of `apply_patch`.
 *
 * @param {string[]} lines
 * @returns {import("../../scenario.mjs").Block}
 */
function patch(...lines) {
  const input = ["*** Begin Patch", ...lines, "*** End Patch"].join("\n");
  return { type: "tool", name: "apply_patch", input };
}

/** @type {Record<string, import("../runs.mjs").Scenario>} */
export const tools = {
  commands: {
    about: "Commands that succeed, fail, and print much.",
    sets: ["quick"],
    make: ({ say, print, prompt }) => ({
      scripts: {
        first: [
          [
            { type: "text", text: say("commentary", "I run it.") },
            { type: "tool", name: "exec_command", input: { cmd: print("all is well") } },
          ],
          [
            {
              type: "tool",
              name: "exec_command",
              input: { cmd: `${print("all is lost")}; exit 3` },
            },
          ],
          [
            {
              type: "tool",
              name: "exec_command",
              input: { cmd: `seq 1 3000; ${print("the last line")}` },
            },
          ],
          [{ type: "text", text: say("answer", "One of them failed.") }],
        ],
      },
      runs: [{ prompt: prompt("first", "Run some commands.") }],
    }),
  },
  refused: {
    about: "A command that the user refuses.",
    make: ({ say, prompt }) => ({
      scripts: {
        first: [
          [
            {
              type: "tool",
              name: "exec_command",
              input: { cmd: `touch ${say("tool-input", "forbidden")}` },
            },
          ],
          [{ type: "text", text: say("answer", "Then I do not touch it.") }],
        ],
      },
      runs: [
        {
          asks: [
            { start: { approvalPolicy: "untrusted", sandbox: "read-only" } },
            { refuse: prompt("first", "Touch it.") },
          ],
        },
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
              name: "exec_command",
              input: { cmd: `echo ${say("tool-input", "killed")}; sleep 2; kill -9 $PPID` },
            },
          ],
        ],
        second: [[{ type: "text", text: say("answer", "After the kill.") }]],
      },
      runs: [
        { prompt: prompt("first", "Run it to the end.") },
        { prompt: prompt("second", "Where were we?"), resumes: 0 },
      ],
    }),
  },
  patches: {
    about: "Files are added, changed, renamed and deleted, and one change does not fit.",
    sets: ["quick"],
    make: ({ say, prompt }) => {
      const [old, gone] = [say("edit-old", "an old line"), say("edit-old", "a lost line")];
      return {
        files: { "old.txt": `one\n${old}\nthree\n`, "gone.txt": `${gone}\n` },
        scripts: {
          first: [
            [patch("*** Add File: new.txt", `+${say("write", "a new line")}`)],
            [
              patch(
                "*** Update File: old.txt",
                "*** Move to: older.txt",
                "@@",
                ` one`,
                `-${old}`,
                `+${say("edit-new", "a better line")}`,
              ),
            ],
            [patch("*** Delete File: gone.txt")],
            [
              patch(
                "*** Update File: none.txt",
                "@@",
                `-${say("edit-old", "nothing")}`,
                "+something",
              ),
            ],
            [{ type: "text", text: say("answer", "The files are changed.") }],
          ],
        },
        runs: [{ prompt: prompt("first", "Change some files.") }],
      };
    },
  },
  mcp: {
    about: "A tool of a server for the Model Context Protocol, which gives back a picture.",
    sets: ["quick"],
    make: ({ say, prompt }) => ({
      scripts: {
        first: [
          [
            {
              type: "tool",
              namespace: "mcp__echo",
              name: "echo",
              input: { text: say("tool-input", "an echo") },
            },
          ],
          [{ type: "text", text: say("answer", "It echoes.") }],
        ],
      },
      runs: [{ prompt: prompt("first", "Call the echo.") }],
    }),
  },
  history: {
    about: "What was said in another tool, found through chatexport mcp and repeated.",
    make: ({ say, prompt, folder }) => {
      const earlier = say("tool-output", "The lanterns are blue");
      const { command, args } = historyServer(`${folder}/earlier`);
      const server = { "mcp_servers.history.command": command, "mcp_servers.history.args": args };
      return {
        files: { "earlier/session.jsonl": earlierSession(earlier) },
        scripts: {
          first: [
            [
              {
                type: "tool",
                namespace: "mcp__history",
                name: "search_sessions",
                input: { query: "lanterns", project: "all" },
              },
            ],
            [
              {
                type: "tool",
                name: "exec_command",
                input: { cmd: `echo '«(The lanterns[^"\\\\]+)»'` },
              },
            ],
            [{ type: "text", text: say("answer", "They are blue.") }],
          ],
        },
        runs: [
          {
            prompt: prompt("first", "What colour was it?"),
            flags: Object.entries(server).flatMap(([key, value]) => [
              "-c",
              `${key}=${JSON.stringify(value)}`,
            ]),
          },
        ],
      };
    },
  },
  "export-hook": {
    about: "An answer that chatexport hook exports as soon as it was given.",
    make: ({ say, print, prompt, folder }) => {
      const answer = say("answer", "The lanterns are green");
      // A scenario ends what a client has left; the program of a user's client goes on.
      const notify = JSON.stringify(["setsid", ...exportHook("codex", `${folder}/exported`)]);
      const cmd = `${isExported(answer, "exported")} && ${print("It is exported.")}`;
      return {
        scripts: {
          first: [[{ type: "text", text: answer }]],
          second: [
            [{ type: "tool", name: "exec_command", input: { cmd } }],
            [{ type: "text", text: say("answer", "It was exported.") }],
          ],
        },
        runs: [
          { prompt: prompt("first", "What colour are they?"), flags: ["-c", `notify=${notify}`] },
          { prompt: prompt("second", "Was that exported?") },
        ],
      };
    },
  },
  "code-mode": {
    about: "A script that runs a command and changes a file.",
    sets: ["quick"],
    make: ({ say, print, prompt }) => {
      const change = `*** Begin Patch\n*** Add File: scripted.txt\n+${say("write", "scripted")}\n*** End Patch`;
      const script = [
        `const result = await tools.exec_command({ cmd: ${JSON.stringify(print("from a script"))} });`,
        `await tools.apply_patch(${JSON.stringify(change)});`,
        "text(result.output);",
      ];
      return {
        scripts: {
          first: [
            [{ type: "tool", namespace: "functions", name: "exec", input: script.join("\n") }],
            [{ type: "text", text: say("answer", "The script has run.") }],
          ],
        },
        runs: [{ prompt: prompt("first", "Write a script."), flags: ["-m", codeModel] }],
      };
    },
  },
  legacy: {
    about: "What is stored in the older kind of history.",
    make: ({ say, print, prompt }) => ({
      scripts: {
        first: [
          [
            { type: "thinking", text: say("thinking", "The old way.") },
            { type: "tool", name: "exec_command", input: { cmd: print("an old command") } },
          ],
          [patch("*** Add File: legacy.txt", `+${say("write", "an old line")}`)],
          [
            {
              type: "tool",
              namespace: "mcp__echo",
              name: "echo",
              input: { text: say("tool-input", "an old echo") },
            },
          ],
          [{ type: "text", text: say("answer", "All as ever.") }],
        ],
      },
      runs: [
        { asks: [{ start: { historyMode: "legacy" } }, { say: prompt("first", "Work as ever.") }] },
      ],
    }),
  },
};
