import { closeSync, constants, openSync } from "node:fs";
import type { Socket } from "node:net";
import { type IPty, spawn } from "@lydell/node-pty";
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

/** The options of a terminal. */
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
  keepOutput(pty);
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

/**
 * Lets nothing that a program has written be lost: the system drops what is unread when nobody holds the terminal any
 * more. So this holds it as well, until nothing more comes; node-pty says by destroying what it reads from that the
 * program ended 200 ms ago.
 */
function keepOutput(pty: IPty): void {
  const socket: Socket | undefined = Reflect.get(pty, "_socket");
  if (!socket || process.platform !== "linux") return;
  const held = openSync(Reflect.get(pty, "_pty"), constants.O_RDWR | constants.O_NOCTTY);
  const destroy = socket.destroy.bind(socket);
  let read: number | undefined;
  const letGo = () => {
    if (socket.bytesRead === read) return closeSync(held);
    read = socket.bytesRead;
    setTimeout(letGo, 50);
  };
  socket.destroy = (error) => {
    if (error || socket.readableEnded) return destroy(error);
    if (read === undefined) letGo();
    return socket;
  };
}
