import { commands } from "./commands.js";
import type { CommandName } from "./options/command-names.js";
import type { OptionsOf } from "./options/option-table.js";

/** Runs a command with its options and the words that it takes; resolves to the exit code. */
export async function runCommand<Name extends CommandName>(
  name: Name,
  given: object,
  words: readonly string[],
): Promise<number> {
  const run = await commands[name].load();
  const { withMoments } = await import("./options/moments.js");
  const options = withMoments(given) as OptionsOf<Name>;
  if (!("root" in options) || !Array.isArray(options.root)) return run(options, ...words);
  const { expandedRoots } = await import("./host/files/expand-roots.js");
  return run({ ...options, root: await expandedRoots(options.root) }, ...words);
}
