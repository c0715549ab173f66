import { terminal } from "../../packages/cli/test/terminal.js";

/** Blocks of a document that show a terminal. */
export const consoles: RegExp = /(?<=^```console\n).*?(?=^```$)/gms;

/** The place where commands of a document are typed. */
export interface Place {
  cwd: string;
  env: Record<string, string>;
}

/** The text that a terminal shows when a command is typed there. */
async function shown(typed: string, { cwd, env }: Place): Promise<string> {
  const { ended, lines } = terminal(cwd, [], { columns: 96, command: typed, env });
  await ended;
  return lines().join("\n");
}

/** A block with commands after `$ `, which may go on after `> `, each with what it prints. */
export async function regenerated(block: string, place: Place): Promise<string> {
  const parts: string[] = [];
  for (const [prompt, typed = ""] of block.matchAll(/^\$ (.*(?:\n> .*)*)$/gm)) {
    const output = await shown(typed.replaceAll("\n> ", "\n"), place);
    parts.push(`${prompt}\n${output}`.trimEnd());
  }
  return `${parts.join("\n\n")}\n`;
}
