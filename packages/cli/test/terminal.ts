import { spawn } from "@lydell/node-pty";
import { onTestFinished } from "vitest";
import { binary, environmentOf } from "./binary.js";
import { openScreen, type Screen, type ScreenSize } from "./screen.js";

/** A terminal in which the program runs, as a person sees it. */
export interface Terminal extends Screen {
  /** Presses keys. */
  type(keys: string): void;
  /** Resolves to the exit code when the program has ended and its output is on the screen. */
  ended: Promise<number>;
}

/** How the terminal is made. */
export interface TerminalOptions extends ScreenSize {
  env?: Record<string, string>;
  /** A shell command in place of the program; `$CHATEXPORT` starts that there. */
  command?: string;
}

/** Starts the program in a terminal, in a folder that is its home, too. */
export function terminal(
  cwd: string,
  words: readonly string[],
  { columns = 80, rows = 24, env = {}, command }: TerminalOptions = {},
): Terminal {
  const [program = "", ...args] = command
    ? ["/bin/sh", "-c", command]
    : [process.execPath, binary, ...words];
  const CHATEXPORT = `${process.execPath} ${binary}`;
  const pty = spawn(program, args, {
    cwd,
    cols: columns,
    rows,
    name: env.TERM ?? "xterm-256color",
    env: { ...environmentOf(cwd), CHATEXPORT, ...env },
  });
  const screen = openScreen({ columns, rows });
  pty.onData(screen.write);
  let isRunning = true;
  const ended = new Promise<number>((resolve) => {
    pty.onExit(async ({ exitCode }) => {
      isRunning = false;
      await screen.drawn();
      resolve(exitCode);
    });
  });
  onTestFinished(() => {
    if (isRunning) pty.kill("SIGKILL");
  });

  const { lines, written, see } = screen;
  return { type: (keys) => pty.write(keys), lines, written, see, ended };
}
