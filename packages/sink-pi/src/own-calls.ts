import { defined } from "@chatexport/core";
import { callsForFiles, ownCallsOf } from "@chatexport/core/turns";

/** The calls of pi for each call of a session (1.6.0). */
export const ownCalls = ownCallsOf(
  { source: "pi", names: /^[\w-]{1,64}$/ },
  {
    // Its tool runs all commands in the folder of the session.
    execute: (command, { elsewhere }) =>
      elsewhere === undefined ? [{ name: "bash", input: { command } }] : [],
    read: ({ path, line }) => [{ name: "read", input: defined({ path, offset: line }) }],
    edit: callsForFiles(
      (path, content) => ({ name: "write", input: { path, content } }),
      (path, pieces) => {
        const edits = pieces.map(({ before, after }) => ({ oldText: before, newText: after }));
        return [{ name: "edit", input: { path, edits } }];
      },
    ),
  },
);
