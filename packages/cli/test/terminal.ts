import { spawn } from "@lydell/node-pty";
import xterm from "@xterm/headless";
import { onTestFinished } from "vitest";
import { binary, environmentOf } from "./binary.js";

/** A terminal in which the program runs, as a person sees it. */
export interface Terminal {
  /** Presses keys. */
  type(keys: string): void;
  /** The lines on the screen and above it, without what is blank at their ends. */
  lines(): string[];
  /** Everything that the program wrote, with its control sequences. */
  written(): string;
  /** Waits until a pattern stands on the screen; throws with the screen when it never does. */
  see(pattern: RegExp): Promise<void>;
  /** Resolves to the exit code when the program has ended and its output is on the screen. */
  ended: Promise<number>;
}

/** How the terminal is made. */
export interface TerminalOptions {
  columns?: number;
  rows?: number;
  env?: Record<string, string>;
  /** A shell command in place of the program; `$CHATEXPORT` starts that there. */
  command?: string;
}

/** Starts the program in a terminal, in a folder that is its home, too. */
export function terminal(
  cwd: string,
  words: readonly string[],
  { columns: cols = 80, rows = 24, env = {}, command }: TerminalOptions = {},
): Terminal {
  const [program = "", ...args] = command
    ? ["/bin/sh", "-c", command]
    : [process.execPath, binary, ...words];
  const CHATEXPORT = `${process.execPath} ${binary}`;
  const pty = spawn(program, args, {
    cwd,
    cols,
    rows,
    name: env.TERM ?? "xterm-256color",
    env: { ...environmentOf(cwd), CHATEXPORT, ...env },
  });
  const screen = new xterm.Terminal({ cols, rows, scrollback: 10_000, allowProposedApi: true });
  let written = "";
  let isParsed = Promise.resolve();
  pty.onData((data) => {
    written += data;
    isParsed = new Promise((resolve) => screen.write(data, resolve));
  });
  let isRunning = true;
  const ended = new Promise<number>((resolve) => {
    pty.onExit(async ({ exitCode }) => {
      isRunning = false;
      await isParsed;
      resolve(exitCode);
    });
  });
  onTestFinished(() => {
    if (isRunning) pty.kill("SIGKILL");
  });

  const lines = () => {
    const { active } = screen.buffer;
    const all = Array.from({ length: active.length }, (_, index) =>
      (active.getLine(index)?.translateToString(true) ?? "").trimEnd(),
    );
    return all.slice(0, all.findLastIndex((line) => line !== "") + 1);
  };
  return {
    type: (keys) => pty.write(keys),
    lines,
    written: () => written,
    ended,
    async see(pattern) {
      const until = Date.now() + 300_000;
      while (!pattern.test(lines().join("\n"))) {
        if (Date.now() > until) throw new Error(`${pattern} was not seen:\n${lines().join("\n")}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
  };
}
