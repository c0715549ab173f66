import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { binary } from "../binary.js";
import { needProgram } from "../needed-program.js";
import { type Terminal, type TerminalOptions, terminal } from "../terminal.js";

/** The command of a shell that reads but one file, and asks with `>`. */
const shells = {
  bash: { file: "rc", start: "exec bash --noprofile --rcfile rc -i", prompt: "PS1='> '" },
  zsh: { file: ".zshrc", start: "ZDOTDIR=. exec zsh -d -i", prompt: "PS1='> '" },
  fish: {
    file: ".config/fish/config.fish",
    start: "exec fish --private -i",
    prompt: "function fish_prompt; echo '> '; end; set -g fish_greeting",
  },
};

/** A shell that is tested. */
export type ShellName = keyof typeof shells;

/** Starts a shell in a folder that is its home, after this line of its file; waits until it asks. */
export type StartShell = (
  cwd: string,
  line: string,
  options?: Pick<TerminalOptions, "columns" | "rows">,
) => Promise<Terminal>;

/** A shell for the tests of a group, which need it, in which `chatexport` is the built program. */
export function useShell(name: ShellName): StartShell {
  needProgram(name);
  return (cwd, line, options) => startShell(name, cwd, line, options);
}

async function startShell(
  name: ShellName,
  cwd: string,
  line: string,
  options: Pick<TerminalOptions, "columns" | "rows"> = {},
): Promise<Terminal> {
  const { file, start, prompt } = shells[name];
  const program = join(cwd, "bin/chatexport");
  mkdirSync(join(cwd, "bin"), { recursive: true });
  writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${binary}" "$@"\n`);
  chmodSync(program, 0o755);
  mkdirSync(join(cwd, ".config/fish"), { recursive: true });
  // Without it, fish begins to read all manuals, and goes on when it has ended.
  mkdirSync(join(cwd, ".local/share/fish/generated_completions"), { recursive: true });
  writeFileSync(join(cwd, file), `${prompt}\n${line}\n`);
  const PATH = [join(cwd, "bin"), process.env.PATH].join(delimiter);
  const shell = terminal(cwd, [], { ...options, command: start, env: { PATH, LC_ALL: "C.UTF-8" } });
  await shell.see(/^> ?$/m);
  return shell;
}
