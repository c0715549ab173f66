import { defined } from "@chatexport/core";
import { callsForFiles, ownCallsOf } from "@chatexport/core/turns";

/** The pattern that the API demands of a tool's name. */
const names = /^[\w-]{1,128}$/;

/** The calls of Claude Code for each call of a session. One call of another tool can be several of its own. */
export const ownCalls = ownCallsOf(
  { source: "claude", names },
  {
    execute(command, { title, elsewhere }) {
      const place = elsewhere === undefined ? undefined : `in ${elsewhere}`;
      const description = [title, place].filter((each) => each !== undefined).join(", ");
      return [{ name: "Bash", input: defined({ command, description: description || undefined }) }];
    },
    read: ({ path, line }) => [{ name: "Read", input: defined({ file_path: path, offset: line }) }],
    edit: callsForFiles(
      (file_path, content) => ({ name: "Write", input: { file_path, content } }),
      (file_path, pieces) =>
        pieces.map(({ before, after }) => ({
          name: "Edit",
          input: { file_path, old_string: before, new_string: after },
        })),
    ),
    fetch({ url, query }) {
      if (url) return [{ name: "WebFetch", input: defined({ url, prompt: query }) }];
      return query ? [{ name: "WebSearch", input: { query } }] : [];
    },
    task: (task, title) => [
      { name: "Agent", input: { description: title ?? "Task", prompt: task } },
    ],
  },
);
