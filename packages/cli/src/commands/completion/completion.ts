import { readFile } from "node:fs/promises";
import { packageFile } from "../../host/files/package-file.js";
import { unknownWord, usageError } from "../../terminal/cli-error.js";
import { writeStdout } from "../../terminal/stdout.js";

/** Prints the script that completes words in a shell; resolves to the exit code. */
export async function completion(_options: object, shell: string): Promise<number> {
  if (!Object.hasOwn(shells, shell)) {
    const { message } = unknownWord("shell", shell, shellNames);
    const lines = Object.values(shells).map(({ line, file }) => `${line} in ${file}`);
    throw usageError(`${message} Install it with ${lines.join(", ")}.`);
  }
  await writeStdout(await readFile(packageFile(`completions/chatexport.${shell}`), "utf8"));
  return 0;
}

/** The shells in which words can be completed, with the line that installs it and the file for that. */
export const shells = {
  bash: { line: 'eval "$(chatexport completion bash)"', file: "~/.bashrc" },
  zsh: { line: "source <(chatexport completion zsh)", file: "~/.zshrc" },
  fish: { line: "chatexport completion fish | source", file: "~/.config/fish/config.fish" },
} as const;

/** A shell in which words can be completed. */
export type Shell = keyof typeof shells;

/** The names of the shells. */
export const shellNames = Object.keys(shells) as Shell[];
