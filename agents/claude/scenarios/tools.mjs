import {
  earlierSession,
  exportHook,
  historyServer,
  isExported,
  mcpServer,
} from "../../surroundings.mjs";

/** @type {Record<string, import("../scenario.mjs").Scenario>} */
export const tools = {
  files: {
    about: "Files are written, read, edited and searched.",
    sets: ["quick", "eras"],
    make: ({ say, print, prompt, folder }) => {
      const found = say("tool-output", "a line to find");
      return {
        files: { "old.txt": `one\n${found}\nthree\n` },
        scripts: {
          first: [
            [
              { type: "text", text: say("commentary", "I read the old file.") },
              { type: "tool", name: "Read", input: { file_path: `${folder}/old.txt` } },
            ],
            [
              {
                type: "tool",
                name: "Write",
                input: {
                  file_path: `${folder}/new.txt`,
                  content: `a\n${say("write", "new text")}\nb\n`,
                },
              },
            ],
            [
              {
                type: "tool",
                name: "Edit",
                input: {
                  file_path: `${folder}/old.txt`,
                  old_string: "three",
                  new_string: say("edit-new", "four"),
                },
              },
            ],
            [
              {
                type: "tool",
                name: "Grep",
                input: { pattern: say("tool-input", "one"), path: folder },
              },
            ],
            [
              {
                type: "tool",
                name: "Glob",
                input: { pattern: `**/${say("tool-input", "")}*.txt` },
              },
            ],
            [
              {
                type: "tool",
                name: "Bash",
                input: {
                  command: print("said by the shell"),
                  description: say("tool-input", "Print", "full"),
                },
              },
            ],
            [{ type: "text", text: say("answer", "All of it is done.") }],
          ],
        },
        runs: [{ prompt: prompt("first", "Work on these files.") }],
      };
    },
  },

  search: {
    about: "Files and lines that are looked for with tools of their own.",
    sets: ["quick"],
    make: ({ say, prompt, folder }) => ({
      files: {
        "a.txt": `one\n${say("tool-output", "a needle here")}\nthree\n`,
        [`${say("tool-output", "")}.md`]: "a needle there\n",
      },
      scripts: {
        first: [
          [
            {
              type: "tool",
              name: "Grep",
              input: { pattern: "needle", path: folder, output_mode: "content", "-n": true },
            },
            { type: "tool", name: "Grep", input: { pattern: "needle", path: folder } },
            { type: "tool", name: "Glob", input: { pattern: "*.md" } },
            { type: "tool", name: "Grep", input: { pattern: say("tool-input", "not there") } },
          ],
          [{ type: "text", text: say("answer", "Two needles.") }],
        ],
      },
      runs: [{ prompt: prompt("first", "Find the needles."), flags: ["--tools=Grep,Glob,Read"] }],
    }),
  },

  findings: {
    about: "Findings of a review, and the agents that can be spoken to.",
    make: ({ say, prompt }) => ({
      scripts: {
        first: [
          [
            {
              type: "tool",
              name: "ReportFindings",
              input: {
                level: "low",
                findings: [
                  {
                    file: "a.js",
                    line: 3,
                    summary: say("finding", "It counts from zero."),
                    failure_scenario: say("finding", "One is left out."),
                    severity: "important",
                  },
                ],
              },
            },
            { type: "tool", name: "ListAgents", input: {} },
          ],
          [{ type: "text", text: say("answer", "One finding.") }],
        ],
      },
      runs: [{ prompt: prompt("first", "Review it.") }],
    }),
  },

  parallel: {
    about: "Calls side by side, of which one fails, and a call that cannot be.",
    sets: ["quick", "eras"],
    make: ({ say, print, prompt, folder }) => ({
      scripts: {
        first: [
          [
            { type: "text", text: say("commentary", "Three at once.") },
            { type: "tool", name: "Bash", input: { command: print("the first of three") } },
            {
              type: "tool",
              name: "Bash",
              input: { command: `${print("an error output")} >&2; exit 3` },
            },
            { type: "tool", name: "Bash", input: { command: print("the third of three") } },
          ],
          [
            {
              type: "tool",
              name: "Read",
              input: { file_path: `${folder}/${say("tool-input", "")}` },
            },
            { type: "tool", name: "Bash", input: { wrong: say("tool-input", "not a command") } },
            { type: "tool", name: "NoSuchTool", input: { text: say("tool-input", "for nobody") } },
          ],
          [{ type: "text", text: say("answer", "Some of it worked.") }],
        ],
      },
      runs: [{ prompt: prompt("first", "Do many things.") }],
    }),
  },

  "large-output": {
    about: "An output that is too large to be kept in the transcript.",
    make: ({ say, print, prompt }) => ({
      scripts: {
        first: [
          [
            {
              type: "tool",
              name: "Bash",
              input: {
                command: `${print("at the beginning")}; yes 0123456789 | head -n 9000; ${print("at the end")}`,
              },
            },
          ],
          [{ type: "text", text: say("answer", "That was long.") }],
        ],
      },
      runs: [{ prompt: prompt("first", "Print a lot.") }],
    }),
  },

  "raw-output": {
    about: "Outputs with colours, carriage returns, bytes that are no text, and very long lines.",
    make: ({ say, print, prompt }) => {
      const wrapped = (/** @type {string} */ before, /** @type {string} */ words) =>
        `printf '${before}'; ${print(words)}`;
      return {
        scripts: {
          first: [
            [
              { type: "tool", name: "Bash", input: { command: wrapped("\\033[31m", "in red") } },
              {
                type: "tool",
                name: "Bash",
                input: { command: wrapped("10%%\\r20%%\\r", "at once") },
              },
              {
                type: "tool",
                name: "Bash",
                input: { command: wrapped("\\377\\000\\001", "after bytes") },
              },
              {
                type: "tool",
                name: "Bash",
                input: { command: wrapped("```\\n</details>\\n# not a heading\\n", "in Markdown") },
              },
              {
                type: "tool",
                name: "Bash",
                input: {
                  command: `head -c 9000 /dev/zero | tr '\\0' x; ${print("after a long line")}`,
                },
              },
              { type: "tool", name: "Bash", input: { command: "true" } },
              {
                type: "tool",
                name: "Bash",
                input: { command: `${print("on both")} | tee /dev/stderr` },
              },
            ],
            [{ type: "text", text: say("answer", "All that was printed.") }],
          ],
        },
        runs: [{ prompt: prompt("first", "Print strange things.") }],
      };
    },
  },

  schedules: {
    about: "Prompts for later, and a command that is watched.",
    make: ({ say, prompt }) => ({
      scripts: {
        first: [
          [
            {
              type: "tool",
              name: "ToolSearch",
              input: { query: "select:CronCreate,CronList,CronDelete,Monitor" },
            },
          ],
          [
            {
              type: "tool",
              name: "CronCreate",
              input: {
                cron: "3 4 5 6 *",
                prompt: say("tool-input", "Water the plants."),
                recurring: true,
              },
            },
          ],
          [{ type: "tool", name: "CronList", input: {} }],
          [
            {
              type: "tool",
              name: "Monitor",
              input: {
                command: "sleep 1; echo seen",
                description: say("tool-input", "Watch the door"),
                timeout_ms: 5000,
                persistent: false,
              },
            },
          ],
          [{ type: "text", text: say("answer", "It will be watered.") }],
          [{ type: "text", text: say("answer", "Somebody was at the door.") }],
        ],
      },
      runs: [{ prompt: prompt("first", "Remind me.") }],
    }),
  },

  background: {
    about: "A command in the background, asked for its output and ended.",
    make: ({ say, print, prompt }) => ({
      scripts: {
        first: [
          [
            {
              type: "tool",
              name: "Bash",
              input: {
                command: `${print("from the background", "elsewhere")}; sleep 2`,
                run_in_background: true,
              },
            },
          ],
          [{ type: "tool", name: "Bash", input: { command: `sleep 3; ${print("meanwhile")}` } }],
          [{ type: "text", text: say("answer", "It runs beside me.") }],
        ],
      },
      runs: [{ prompt: prompt("first", "Start something and go on.") }],
    }),
  },

  tasks: {
    about: "A list of tasks, made and ticked off.",
    sets: ["quick"],
    make: ({ say, prompt }) => ({
      scripts: {
        first: [
          [
            {
              type: "tool",
              name: "TaskCreate",
              input: {
                subject: say("task", "Paint the door"),
                description: say("tool-input", "In green.", "full"),
                activeForm: "Painting",
              },
            },
            {
              type: "tool",
              name: "TodoWrite",
              input: {
                todos: [
                  {
                    content: say("task", "Buy the paint"),
                    status: "in_progress",
                    activeForm: "Buying",
                  },
                ],
              },
            },
          ],
          [{ type: "tool", name: "TaskUpdate", input: { taskId: "1", status: "in_progress" } }],
          [{ type: "tool", name: "TaskList", input: {} }],
          [{ type: "tool", name: "TaskUpdate", input: { taskId: "1", status: "completed" } }],
          [{ type: "text", text: say("answer", "The door is green.") }],
        ],
      },
      runs: [
        {
          prompt: prompt("first", "Paint the door."),
          flags: ["--tools=TaskCreate,TaskUpdate,TaskList"],
        },
      ],
    }),
  },

  notebook: {
    about: "A notebook, read and edited; its tool has to be asked for.",
    make: ({ say, prompt, folder }) => {
      const cell = (/** @type {string} */ id, /** @type {string} */ text) => ({
        cell_type: "code",
        id,
        metadata: {},
        source: [text],
        outputs: [],
        execution_count: 1,
      });
      return {
        files: {
          "work.ipynb": JSON.stringify({
            cells: [cell("c1", `print("${say("tool-output", "first cell")}")`)],
            metadata: { language_info: { name: "python" } },
            nbformat: 4,
            nbformat_minor: 5,
          }),
        },
        scripts: {
          first: [
            [{ type: "tool", name: "ToolSearch", input: { query: "select:NotebookEdit" } }],
            [{ type: "tool", name: "Read", input: { file_path: `${folder}/work.ipynb` } }],
            [
              {
                type: "tool",
                name: "NotebookEdit",
                input: {
                  notebook_path: `${folder}/work.ipynb`,
                  cell_id: "c1",
                  edit_mode: "insert",
                  cell_type: "markdown",
                  new_source: say("edit-new", "A second cell."),
                },
              },
            ],
            [{ type: "text", text: say("answer", "The notebook has two cells.") }],
          ],
        },
        runs: [{ prompt: prompt("first", "Add a cell.") }],
      };
    },
  },

  mcp: {
    about: "A server for the Model Context Protocol, whose tool gives text and a picture.",
    sets: ["quick"],
    make: ({ say, prompt }) => ({
      files: {
        "mcp.json": JSON.stringify({
          mcpServers: { echo: { command: process.execPath, args: [mcpServer] } },
        }),
      },
      scripts: {
        first: [
          [{ type: "tool", name: "ToolSearch", input: { query: "select:mcp__echo__echo" } }],
          [
            {
              type: "tool",
              name: "mcp__echo__echo",
              input: { text: say("tool-input", "backwards") },
            },
          ],
          [{ type: "text", text: say("answer", "That came from a server.") }],
        ],
      },
      runs: [{ prompt: prompt("first", "Ask the server."), flags: ["--mcp-config=mcp.json"] }],
    }),
  },

  "export-hook": {
    about: "A session that chatexport hook exports as soon as it has ended.",
    make: ({ say, print, prompt, folder }) => {
      const answer = say("answer", "The lanterns are green");
      const command = exportHook("claude", `${folder}/exported`).join(" ");
      return {
        files: {
          ".claude/settings.json": JSON.stringify({
            hooks: { SessionEnd: [{ hooks: [{ type: "command", command, timeout: 30 }] }] },
          }),
        },
        scripts: {
          first: [[{ type: "text", text: answer }]],
          second: [
            [
              {
                type: "tool",
                name: "Bash",
                input: {
                  command: `${isExported(answer, "exported")} && ${print("It is exported.")}`,
                },
              },
            ],
            [{ type: "text", text: say("answer", "It was exported.") }],
          ],
        },
        runs: [
          { prompt: prompt("first", "What colour are they?") },
          { prompt: prompt("second", "Was that exported?") },
        ],
      };
    },
  },

  history: {
    about: "What was said in another tool, found through chatexport mcp and repeated.",
    make: ({ say, prompt, folder }) => {
      const earlier = say("tool-output", "The lanterns are blue");
      return {
        files: {
          "earlier/session.jsonl": earlierSession(earlier),
          "mcp.json": JSON.stringify({
            mcpServers: { history: historyServer(`${folder}/earlier`) },
          }),
        },
        scripts: {
          first: [
            [
              {
                type: "tool",
                name: "ToolSearch",
                input: { query: "select:mcp__history__search_sessions" },
              },
            ],
            [
              {
                type: "tool",
                name: "mcp__history__search_sessions",
                input: { query: "lanterns", project: "all" },
              },
            ],
            [
              {
                type: "tool",
                name: "Bash",
                input: { command: `echo '«(The lanterns[^"\\\\]+)»'` },
              },
            ],
            [{ type: "text", text: say("answer", "They are blue.") }],
          ],
        },
        runs: [
          { prompt: prompt("first", "What colour was it?"), flags: ["--mcp-config=mcp.json"] },
        ],
      };
    },
  },

  denials: {
    about: "Calls that are not allowed, by a rule and because nobody can be asked.",
    sets: ["quick"],
    make: ({ say, print, prompt, folder }) => ({
      files: {
        ".claude/settings.json": JSON.stringify({ permissions: { deny: ["Bash(rm:*)"] } }),
      },
      scripts: {
        first: [
          [
            {
              type: "tool",
              name: "Bash",
              input: { command: `rm -f ${say("tool-input", "")}` },
            },
          ],
          [
            {
              type: "tool",
              name: "Write",
              input: {
                file_path: `${folder}/x.txt`,
                content: say("tool-input", "not to be written"),
              },
            },
            {
              type: "tool",
              name: "Bash",
              input: { command: `${print("never said", "hidden")} > y` },
            },
          ],
          [{ type: "text", text: say("answer", "I may not do that.") }],
        ],
      },
      runs: [
        {
          prompt: prompt("first", "Try what you may not."),
          asks: true,
          flags: ["--permission-mode", "manual", "--permission-prompts", "none"],
        },
      ],
    }),
  },

  hooks: {
    about: "Hooks that add context, refuse a call, and block a prompt.",
    make: ({ say, print, prompt }) => {
      const hook = (/** @type {string} */ command, matcher = "") => [
        { matcher, hooks: [{ type: "command", command }] },
      ];
      return {
        files: {
          ".claude/settings.json": JSON.stringify({
            hooks: {
              SessionStart: hook(`echo '${say("hook-context", "From the start hook.", "full")}'`),
              UserPromptSubmit: hook(
                `if grep -q 'block me'; then echo '${say("hook-refusal", "No such prompts here.")}' >&2; exit 2; fi`,
              ),
              PreToolUse: hook(
                `if grep -q forbidden; then echo '${say("hook-refusal", "The hook says no.")}' >&2; exit 2; fi`,
                "Bash",
              ),
              PostToolUse: hook(
                `echo '${JSON.stringify({
                  systemMessage: say("hook-message", "The hook has seen it."),
                  hookSpecificOutput: {
                    hookEventName: "PostToolUse",
                    additionalContext: say("hook-context", "Remember this.", "full"),
                  },
                })}'`,
                "Bash",
              ),
              Stop: hook("exit 1"),
            },
          }),
        },
        scripts: {
          first: [
            [{ type: "tool", name: "Bash", input: { command: print("allowed") } }],
            [
              {
                type: "tool",
                name: "Bash",
                input: { command: `echo ${say("tool-input", "forbidden")}` },
              },
            ],
            [{ type: "text", text: say("answer", "One of two.") }],
          ],
          second: [[{ type: "text", text: say("answer", "This is never said.", "hidden") }]],
        },
        runs: [
          { prompt: prompt("first", "Run both.") },
          { prompt: prompt("second", "block me,", "blocked-prompt") },
        ],
      };
    },
  },

  "stopping-hook": {
    about: "A hook that ends the turn after a call, with a reason, and a turn after it.",
    make: ({ say, print, prompt }) => ({
      files: {
        ".claude/settings.json": JSON.stringify({
          hooks: {
            PostToolUse: [
              {
                matcher: "Bash",
                hooks: [
                  {
                    type: "command",
                    command: `echo '${JSON.stringify({
                      continue: false,
                      stopReason: say("hook-reason", "Somebody has to look at it."),
                    })}'`,
                  },
                ],
              },
            ],
          },
        }),
      },
      scripts: {
        first: [
          [{ type: "tool", name: "Bash", input: { command: print("done") } }],
          [{ type: "text", text: say("answer", "This is never said.", "hidden") }],
        ],
        second: [[{ type: "text", text: say("answer", "I have looked.") }]],
      },
      runs: [
        { prompt: prompt("first", "Run it.") },
        { prompt: prompt("second", "Go on."), flags: ["-c"] },
      ],
    }),
  },

  commands: {
    about: "A command and a skill of the project, and an agent of its own.",
    sets: ["quick"],
    make: ({ say, prompt }) => ({
      files: {
        ".claude/commands/greet.md": `---\ndescription: Greets\n---\n${prompt("first", "Greet $ARGUMENTS.", "command-text", "full")}\n`,
        ".claude/skills/weave/SKILL.md": `---\nname: weave\ndescription: Weaves\n---\n${say("skill-text", "Weave it tightly.", "full")}\n`,
      },
      scripts: {
        first: [[{ type: "text", text: say("answer", "Greetings.") }]],
        second: [
          [
            {
              type: "tool",
              name: "Skill",
              input: { skill: "weave", args: say("tool-input", "wool") },
            },
          ],
          [{ type: "text", text: say("answer", "It is woven.") }],
        ],
      },
      runs: [
        { prompt: `/greet ${say("command-argument", "everybody")}` },
        { prompt: prompt("second", "Weave.") },
      ],
    }),
  },

  "mcp-results": {
    about:
      "Results of a server that are structured, a resource, a sound, an error, and very large.",
    make: ({ say, prompt }) => {
      const ask = (/** @type {string} */ as, /** @type {string} */ words) => ({
        type: /** @type {const} */ ("tool"),
        name: "mcp__echo__echo",
        input: { as, text: say("tool-output", words) },
      });
      const end = say("tool-output", "at the very end");
      return {
        files: {
          "mcp.json": JSON.stringify({
            mcpServers: {
              echo: { command: process.execPath, args: [mcpServer], env: { ECHO_END: end } },
            },
          }),
        },
        scripts: {
          first: [
            [{ type: "tool", name: "ToolSearch", input: { query: "select:mcp__echo__echo" } }],
            [ask("structured", "in a field"), ask("resource", "in a resource")],
            [ask("sound", "beside a sound"), ask("error", "gone wrong")],
            [ask("large", "at the beginning")],
            [{ type: "text", text: say("answer", "That was all it had.") }],
          ],
        },
        runs: [{ prompt: prompt("first", "Ask for all."), flags: ["--mcp-config=mcp.json"] }],
      };
    },
  },

  "refusing-hooks": {
    about:
      "Hooks that want more after a call, at the end of an agent and of a turn, and change a call.",
    make: ({ say, prompt, agentTool }) => {
      const hook = (/** @type {string} */ command, matcher = "") => [
        { matcher, hooks: [{ type: "command", command }] },
      ];
      const print = (/** @type {object} */ answer) => `echo '${JSON.stringify(answer)}'`;
      const once = (/** @type {object} */ answer) =>
        `if ! grep -q '"stop_hook_active":true'; then ${print(answer)}; fi`;
      return {
        files: {
          ".claude/settings.json": JSON.stringify({
            hooks: {
              UserPromptSubmit: hook(
                print({
                  hookSpecificOutput: {
                    hookEventName: "UserPromptSubmit",
                    sessionTitle: say("title", "Named by a hook"),
                  },
                }),
              ),
              PreToolUse: hook(
                `if grep -q 'to change'; then ${print({
                  hookSpecificOutput: {
                    hookEventName: "PreToolUse",
                    permissionDecision: "allow",
                    updatedInput: { command: `echo ${say("tool-output", "changed")}` },
                  },
                })}; fi`,
                "Bash",
              ),
              PostToolUse: hook(
                `if grep -q 'to regret'; then ${print({ decision: "block", reason: say("hook-refusal", "Not so.") })}; fi`,
                "Bash",
              ),
              Stop: hook(once({ decision: "block", reason: say("hook-refusal", "Go on.") })),
              SubagentStop: hook(
                once({ decision: "block", reason: say("hook-refusal", "Look again.") }),
              ),
            },
          }),
        },
        scripts: {
          first: [
            [
              { type: "tool", name: "Bash", input: { command: "echo to change" } },
              { type: "tool", name: "Bash", input: { command: "echo to regret" } },
            ],
            [
              {
                type: "tool",
                name: agentTool,
                input: {
                  description: say("agent-description", "Look twice"),
                  prompt: prompt("twice", "Look.", "agent-prompt"),
                  subagent_type: "general-purpose",
                  run_in_background: false,
                },
              },
            ],
            [{ type: "text", text: say("answer", "I want to stop.") }],
            [{ type: "text", text: say("answer", "Now I may.") }],
          ],
          twice: [
            [{ type: "text", text: say("agent-answer", "Seen once.") }],
            [{ type: "text", text: say("agent-answer", "Seen twice.") }],
          ],
        },
        runs: [{ prompt: prompt("first", "Do as the hooks say.") }],
      };
    },
  },

  plugins: {
    about: "An output style, and a command, a skill and an agent of a plugin.",
    make: ({ say, print, prompt, agentTool }) => ({
      files: {
        "plugin/.claude-plugin/plugin.json": '{"name":"loom","version":"1.0.0","description":"L"}',
        "plugin/commands/hello.md": `---\ndescription: Greets\n---\n${prompt("first", "Greet $1 and $2.", "command-text", "full")}\n!\`${print("in a command", "full")}\`\n`,
        "plugin/skills/knit/SKILL.md": `---\nname: knit\ndescription: Knits\n---\n${say("skill-text", "Knit it.", "full")}\n`,
        "plugin/agents/smith.md": "---\nname: smith\ndescription: Forges\n---\nYou forge.\n",
        ".claude/output-styles/pirate.md": `---\nname: Pirate\ndescription: Loud\n---\n${say("style", "Be loud.", "full")}\n`,
        ".claude/settings.json": '{"outputStyle":"Pirate"}',
      },
      scripts: {
        first: [[{ type: "text", text: say("answer", "Ahoy!") }]],
        second: [
          [
            {
              type: "tool",
              name: "Skill",
              input: { skill: "loom:knit", args: say("tool-input", "wool") },
            },
          ],
          [
            {
              type: "tool",
              name: agentTool,
              input: {
                description: say("agent-description", "Forge"),
                prompt: prompt("forge", "Forge needles.", "agent-prompt"),
                subagent_type: "loom:smith",
                run_in_background: false,
              },
            },
          ],
          [{ type: "text", text: say("answer", "It is knitted.") }],
        ],
        forge: [[{ type: "text", text: say("agent-answer", "Two needles.") }]],
      },
      runs: [
        {
          prompt: `/loom:hello first ${say("command-argument", "").trim()}`,
          flags: ["--plugin-dir=plugin"],
        },
        { prompt: prompt("second", "Knit."), flags: ["--plugin-dir=plugin"] },
      ],
    }),
  },
};
