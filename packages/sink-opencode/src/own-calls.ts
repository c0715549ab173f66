import { defined } from "@chatexport/core";
import { callsForFiles, ownCallsOf } from "@chatexport/core/turns";

/** The calls of OpenCode for each call of a session (1.18.33). One call of another tool can be several of its own. */
export const ownCalls = ownCallsOf(
  { source: "opencode", names: /^[\w-]{1,64}$/ },
  {
    execute: (command, { title, elsewhere }) => [
      { name: "bash", input: defined({ command, description: title, workdir: elsewhere }) },
    ],
    read: ({ path, line }) => [{ name: "read", input: defined({ filePath: path, offset: line }) }],
    edit: callsForFiles(
      (filePath, content) => ({ name: "write", input: { filePath, content } }),
      (filePath, pieces) =>
        pieces.map(({ before, after }) => ({
          name: "edit",
          input: { filePath, oldString: before, newString: after },
        })),
    ),
    fetch({ url, query }) {
      if (url) return [{ name: "webfetch", input: { url } }];
      return query ? [{ name: "websearch", input: { query } }] : [];
    },
    task: (task, title) => [
      { name: "task", input: { description: title ?? "Task", prompt: task } },
    ],
  },
);
