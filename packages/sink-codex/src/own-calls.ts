import { defined, type FileEdit, type Session, type ToolCall } from "@chatexport/core";
import { objectOf } from "@chatexport/core/read";
import { type OwnCall, replacementsOf, translatedCall } from "@chatexport/core/turns";

/**
 * A call as Codex would have made it: its own calls as they are, commands and edits of others under the name of
 * its tool for the same. None: all else it does with commands, which others have not run.
 */
export function ownCalls(call: ToolCall, session: Session): OwnCall[] {
  if (session.source === "codex" && namePattern.test(call.name)) {
    const input = objectOf(call.input) ?? call.rawInput;
    if (input !== undefined) return [{ name: call.name, input }];
  }
  return translatedCall(call, session, {
    execute: (command, { elsewhere }) => [
      { name: "exec_command", input: defined({ cmd: command, workdir: elsewhere }) },
    ],
    edit(edits) {
      const patch = patchOf(edits);
      return patch === undefined ? [] : [{ name: "apply_patch", input: patch }];
    },
  });
}

/** The pattern that the API demands of a function's name. */
const namePattern = /^[\w-]{1,64}$/;

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
