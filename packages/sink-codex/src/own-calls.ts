import { defined, type FileEdit, type Session, type ToolCall } from "@chatexport/core";
import { objectOf } from "@chatexport/core/read";
import { type OwnCall, replacementsOf } from "@chatexport/core/turns";

/**
 * A call as Codex would have made it: its own calls as they are, commands and edits of others under the name of
 * its tool for the same. None: it has no such tool.
 */
export function ownCalls(call: ToolCall, { source, cwd }: Session): OwnCall[] {
  if (source !== "codex") return translated(call, cwd);
  const input = objectOf(call.input);
  if (input && namePattern.test(call.name)) return [{ name: call.name, input }];
  return call.rawInput === undefined || !namePattern.test(call.name)
    ? translated(call, cwd)
    : [{ name: call.name, input: call.rawInput }];
}

/** The pattern that the API demands of a function's name. */
const namePattern = /^[\w-]{1,64}$/;

function translated(call: ToolCall, usual: string | undefined): OwnCall[] {
  switch (call.kind) {
    case "execute": {
      const { command, cwd } = call;
      const workdir = cwd === usual ? undefined : cwd;
      return command ? [{ name: "exec_command", input: defined({ cmd: command, workdir }) }] : [];
    }
    case "edit": {
      const patch = patchOf(call.edits ?? []);
      return patch === undefined ? [] : [{ name: "apply_patch", input: patch }];
    }
    // All else it does with commands, which others have not run.
    case "read":
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

/** Edits as a patch in Codex's own format (0.169.0); undefined when one of them does not say enough. */
function patchOf(edits: readonly FileEdit[]): string | undefined {
  const pieces = edits.map(filePatch);
  if (pieces.length === 0 || pieces.includes(undefined)) return undefined;
  return ["*** Begin Patch", ...pieces, "*** End Patch"].join("\n");
}

function filePatch(edit: FileEdit): string | undefined {
  const { path, newPath, kind, after, hunks } = edit;
  if (kind === "create" && after !== undefined)
    return [`*** Add File: ${path}`, ...signed("+", after)].join("\n");
  if (kind === "delete") return `*** Delete File: ${path}`;
  const head = [
    `*** Update File: ${path}`,
    ...(newPath === undefined ? [] : [`*** Move to: ${newPath}`]),
  ];
  if (hunks) return [...head, ...hunks.flatMap(({ lines }) => ["@@", ...lines])].join("\n");
  const replacements = replacementsOf(edit);
  if (!replacements) return undefined;
  const changes = replacements.flatMap(({ before, after }) => [
    "@@",
    ...signed("-", before),
    ...signed("+", after),
  ]);
  return [...head, ...changes].join("\n");
}

function signed(sign: "+" | "-", text: string): string[] {
  return text
    .replace(/\n$/, "")
    .split("\n")
    .map((line) => sign + line);
}
