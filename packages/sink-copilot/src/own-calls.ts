import { defined } from "@chatexport/core";
import { callsForFiles, ownCallsOf } from "@chatexport/core/turns";

/** The calls of Copilot CLI for each call of a session (1.0.102). */
export const ownCalls = ownCallsOf(
  { source: "copilot", names: /^[\w-]{1,64}$/ },
  {
    // Its tool runs all commands in the folder of the session.
    execute: (command, { title, elsewhere }) =>
      elsewhere === undefined
        ? [{ name: "bash", input: defined({ command, description: title }) }]
        : [],
    read: ({ path, line }) => [
      { name: "view", input: defined({ path, view_range: line && [line, -1] }) },
    ],
    edit: callsForFiles(
      (path, file_text) => ({ name: "create", input: { path, file_text } }),
      (path, pieces) =>
        pieces.map(({ before, after }) => ({
          name: "edit",
          input: { path, old_str: before, new_str: after },
        })),
    ),
    fetch: ({ url }) => (url ? [{ name: "web_fetch", input: { url } }] : []),
  },
);
