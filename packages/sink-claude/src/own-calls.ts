import { defined, type FileEdit, type Session, type ToolCall } from "@chatexport/core";
import { objectOf } from "@chatexport/core/read";
import { type OwnCall, replacementsOf } from "@chatexport/core/turns";

/**
 * A call as Claude Code would have made it: its own calls as they are, those of others under the name of
 * its tool for the same, where their arguments say enough. None: it has no such tool. One call of another
 * tool can be several of its own.
 */
export function ownCalls(call: ToolCall, { source, cwd }: Session): OwnCall[] {
  if (source !== "claude") return translated(call, cwd);
  const input = objectOf(call.input);
  return input && namePattern.test(call.name) ? [{ name: call.name, input }] : [];
}

/** The pattern that the API demands of a tool's name. */
const namePattern = /^[\w-]{1,128}$/;

function translated(call: ToolCall, usual: string | undefined): OwnCall[] {
  switch (call.kind) {
    case "execute": {
      const { command, title, cwd } = call;
      const place = cwd === undefined || cwd === usual ? undefined : `in ${cwd}`;
      const description = [title, place].filter((each) => each !== undefined).join(", ");
      return command
        ? [{ name: "Bash", input: defined({ command, description: description || undefined }) }]
        : [];
    }
    case "read": {
      const [location, ...others] = call.locations ?? [];
      if (!location || others.length > 0) return [];
      const { path, line } = location;
      return [{ name: "Read", input: defined({ file_path: path, offset: line }) }];
    }
    case "edit":
      return editCalls(call.edits ?? []);
    case "fetch": {
      const { url, query } = call;
      if (url) return [{ name: "WebFetch", input: defined({ url, prompt: query }) }];
      return query ? [{ name: "WebSearch", input: { query } }] : [];
    }
    case "task": {
      const { task, title } = call;
      return task ? [{ name: "Agent", input: { description: title ?? "Task", prompt: task } }] : [];
    }
    // A search may be one by meaning, which Claude Code does not have.
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

/** All edits as calls, or none: half of them would tell another story. */
function editCalls(edits: readonly FileEdit[]): OwnCall[] {
  const calls: OwnCall[] = [];
  for (const edit of edits) {
    const { path: file_path, kind, after } = edit;
    const replacements = kind === "update" ? replacementsOf(edit) : undefined;
    if (kind === "create" && after !== undefined)
      calls.push({ name: "Write", input: { file_path, content: after } });
    else if (replacements)
      for (const { before, after } of replacements)
        calls.push({ name: "Edit", input: { file_path, old_string: before, new_string: after } });
    else return [];
  }
  return calls;
}
