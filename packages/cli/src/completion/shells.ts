import { readFile } from "node:fs/promises";
import { ownFile } from "../own-file.js";

/** The shells in which words can be completed, and how somebody gets that: what to write where. */
export const shells = {
  bash: { line: 'eval "$(chatexport completion bash)"', file: "~/.bashrc" },
  zsh: { line: "source <(chatexport completion zsh)", file: "~/.zshrc" },
  fish: { line: "chatexport completion fish | source", file: "~/.config/fish/config.fish" },
} as const;

/** A shell in which words can be completed. */
export type Shell = keyof typeof shells;

/** The names of the shells. */
export const shellNames = Object.keys(shells) as Shell[];

/** The script that a shell has to run. */
export function scriptFor(shell: Shell): Promise<string> {
  return readFile(ownFile(`completions/chatexport.${shell}`), "utf8");
}
