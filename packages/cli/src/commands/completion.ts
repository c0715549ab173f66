import { unknownWord, usageError } from "../cli-error.js";
import { type Shell, scriptFor, shellNames, shells } from "../completion/shells.js";
import { writeStdout } from "../terminal/stdout.js";

/** Prints the script that completes words in a shell; resolves to the exit code. */
export async function completion(_options: object, shell: string): Promise<number> {
  if (!isShell(shell)) {
    const { message } = unknownWord("shell", shell, shellNames);
    const lines = Object.values(shells).map(({ line, file }) => `${line} in ${file}`);
    throw usageError(`${message} Install it with ${lines.join(", ")}.`);
  }
  await writeStdout(await scriptFor(shell));
  return 0;
}

function isShell(word: string): word is Shell {
  return Object.hasOwn(shells, word);
}
