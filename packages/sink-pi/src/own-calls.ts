import { defined, type FileEdit, type Session, type ToolCall } from "@chatexport/core";
import { objectOf } from "@chatexport/core/read";
import { type OwnCall, replacementsOf } from "@chatexport/core/turns";

/**
 * A call as pi would have made it: its own calls as they are, commands, reads and edits of others under the name of
 * its tool for the same (1.6.0). None: it has no such tool.
 */
export function ownCalls(call: ToolCall, { source, cwd }: Session): OwnCall[] {
  const input = objectOf(call.input);
  if (source === "pi" && input && /^[\w-]{1,64}$/.test(call.name))
    return [{ name: call.name, input }];
  switch (call.kind) {
    case "execute":
      // Its tool runs all commands in the folder of the session.
      return call.command && (call.cwd ?? cwd) === cwd
        ? [{ name: "bash", input: { command: call.command } }]
        : [];
    case "read": {
      const [location, ...others] = call.locations ?? [];
      if (!location || others.length > 0) return [];
      return [{ name: "read", input: defined({ path: location.path, offset: location.line }) }];
    }
    case "edit":
      return editCalls(call.edits ?? []);
    case "fetch":
    case "task":
    case "search":
    case "delete":
    case "move":
    case "plan":
    case "question":
    case "think":
    case "other":
      return [];
    default:
      return call satisfies never;
  }
}

/** All edits as calls, one for each file, or none: half of them would tell another story. */
function editCalls(edits: readonly FileEdit[]): OwnCall[] {
  const calls = edits.flatMap((edit): OwnCall[] => {
    const { path, kind, after } = edit;
    if (kind === "create" && after !== undefined)
      return [{ name: "write", input: { path, content: after } }];
    const replacements = kind === "update" ? replacementsOf(edit) : undefined;
    const pieces = replacements?.map(({ before, after }) => ({ oldText: before, newText: after }));
    return pieces ? [{ name: "edit", input: { path, edits: pieces } }] : [];
  });
  return calls.length === edits.length ? calls : [];
}
