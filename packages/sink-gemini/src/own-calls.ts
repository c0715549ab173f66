import { defined, type Session, type ToolCall } from "@chatexport/core";
import { callsForFiles, type OwnCall, ownCallsOf } from "@chatexport/core/turns";

/** The calls of Gemini CLI for each call of a session (0.61.0). One call of another tool can be several of its own. */
export const ownCalls: (call: ToolCall, session: Session) => OwnCall[] = ownCallsOf(
  { source: "gemini", names: /^[a-z_][\w.:-]{0,63}$/i },
  {
    execute: (command, { title, elsewhere }) => [
      {
        name: "run_shell_command",
        input: defined({ command, description: title, dir_path: elsewhere }),
      },
    ],
    read: ({ path, line }) => [
      { name: "read_file", input: defined({ file_path: path, start_line: line }) },
    ],
    edit: callsForFiles(
      (file_path, content) => ({ name: "write_file", input: { file_path, content } }),
      (file_path, pieces) =>
        pieces.map(({ before, after }) => ({
          name: "replace",
          input: { file_path, old_string: before, new_string: after },
        })),
    ),
    fetch({ url, query }) {
      // Its tool takes the address as a part of what it is asked.
      if (url) return [{ name: "web_fetch", input: { prompt: query ? `${query}\n${url}` : url } }];
      return query ? [{ name: "google_web_search", input: { query } }] : [];
    },
    task: (task) => [{ name: "invoke_agent", input: { prompt: task } }],
  },
);
