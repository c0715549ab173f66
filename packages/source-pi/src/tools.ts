import { edit, execute, read, search, toolKinds } from "@chatexport/core/source";

/** Tells what a tool of pi does, from its arguments. */
export const detailsOf = toolKinds({
  bash: execute({ command: "command" }),
  "read ls": read({ path: "path", line: "offset" }),
  "grep find": search({ query: "pattern", path: "path" }),
  // One text that is replaced, several since 0.7x, or a whole file.
  "edit write": edit({
    path: "path",
    content: "content",
    edits: "edits",
    before: "oldText",
    after: "newText",
  }),
});
