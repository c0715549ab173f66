import { PassThrough, type Readable, Writable } from "node:stream";
import { WriteStream } from "node:tty";
import { onTestFinished } from "vitest";
import { binary, environmentOf, type Outcome } from "./binary.js";
import { type OpenScreen, openScreen, type ScreenSize } from "./screen.js";
import type { Terminal } from "./terminal.js";

/** Ends a run that asks for the end of its process. */
class Exit extends Error {
  readonly exitCode: number;

  constructor(exitCode: number) {
    super(`exit ${exitCode}`);
    this.exitCode = exitCode;
  }
}

/** Stands in place of a stream of the process; `take` gets what is written to it. */
function streamTo(take: (text: string) => void): Writable {
  const decoder = new TextDecoder();
  return new Writable({
    write(chunk: Uint8Array, _, done) {
      take(decoder.decode(chunk, { stream: true }));
      done();
    },
  });
}

const { hasColors, getColorDepth } = WriteStream.prototype;

/** Stands in place of a stream that is a terminal. */
function streamToScreen(screen: OpenScreen, { columns, rows }: ScreenSize): Writable {
  // As the driver of a terminal has it.
  const stream = streamTo((text) => screen.write(text.replaceAll("\n", "\r\n")));
  return Object.assign(stream, { isTTY: true, columns, rows, hasColors, getColorDepth });
}

/**
 * Runs the program's sources in this process, in a folder, with nothing of this machine's environment
 * but the path. It is enough wherever only the exit code and what was printed and written are looked
 * at. Signals, pipes and threads need the process of `chatexport` in binary.ts, and so do plugins that
 * exit, fail in the background or change between two runs: a process imports a module once.
 */
export async function chatexport(cwd: string, ...words: string[]): Promise<Outcome> {
  const written = { stdout: "", stderr: "" };
  const exitCode = await runNext(words, {
    cwd,
    env: {},
    stdout: streamTo((text) => {
      written.stdout += text;
    }),
    stderr: streamTo((text) => {
      written.stderr += text;
    }),
  });
  return { exitCode, ...written };
}

/**
 * Runs it in a terminal, in a folder that is its home, too. It is enough where no other program, such as a
 * shell or a pager, uses that terminal, and where nobody looks at what becomes of it: that needs `terminal`
 * in terminal.ts.
 */
export function terminal(
  cwd: string,
  words: readonly string[],
  { columns = 80, rows = 24, env = {} }: ScreenSize & { env?: Record<string, string> } = {},
): Terminal {
  const screen = openScreen({ columns, rows });
  const keyboard = new PassThrough();
  const run = runNext(words, {
    cwd,
    // A pager would write to the terminal of this process.
    env: { TERM: "xterm-256color", PAGER: "cat", ...env },
    stdin: Object.assign(keyboard, { isTTY: true, setRawMode() {} }),
    stdout: streamToScreen(screen, { columns, rows }),
    stderr: streamToScreen(screen, { columns, rows }),
  });
  const ended = run.then(async (exitCode) => {
    await screen.drawn();
    return exitCode;
  });
  // A question that nobody answers would keep the next run waiting.
  onTestFinished(() => void keyboard.end("\u0003"));
  const { lines, written, see } = screen;
  return { type: (keys) => keyboard.write(keys), lines, written, see, ended };
}

/** The replacements for what the process has. */
interface Surroundings {
  cwd: string;
  env: Record<string, string>;
  stdin?: Readable;
  stdout: Writable;
  stderr: Writable;
}

// Runs wait for each other: they share a working directory, an environment and streams.
let last: Promise<unknown> = Promise.resolve();

function runNext(words: readonly string[], surroundings: Surroundings): Promise<number> {
  const exitCode = last.then(() => run(words, surroundings));
  last = exitCode.catch(() => {});
  return exitCode;
}

async function run(words: readonly string[], surroundings: Surroundings): Promise<number> {
  const { cwd, env, stdin = process.stdin, stdout, stderr } = surroundings;
  const program = await import("../src/main.js");
  const restore = [
    replaced("stdin", stdin),
    replaced("stdout", stdout),
    replaced("stderr", stderr),
    replaced("exit", (exitCode: number) => {
      throw new Exit(exitCode);
    }),
    replaced("argv", [process.execPath, binary, ...words]),
    environmentReplaced({ ...environmentOf(cwd), ...env }),
    listenersKept(),
    folderReplaced(cwd),
  ];
  try {
    return await program.run(words).catch(exitCodeOf);
  } finally {
    for (const undo of restore.reverse()) undo();
  }
}

function exitCodeOf(error: unknown): number {
  if (error instanceof Exit) return error.exitCode;
  throw error;
}

/** Replaces a property of the process; the function that is returned sets it back. */
function replaced(
  name: "stdin" | "stdout" | "stderr" | "exit" | "argv",
  value: unknown,
): () => void {
  const before = Object.getOwnPropertyDescriptor(process, name) ?? {};
  Object.defineProperty(process, name, { value, configurable: true, enumerable: true });
  return () => void Object.defineProperty(process, name, before);
}

function environmentReplaced(environment: NodeJS.ProcessEnv): () => void {
  const before = { ...process.env };
  const set = (variables: NodeJS.ProcessEnv) => {
    for (const name of Object.keys(process.env)) delete process.env[name];
    for (const [name, value] of Object.entries(variables))
      if (value !== undefined) process.env[name] = value;
  };
  set(environment);
  return () => set(before);
}

/** A run listens to the process until that ends. */
function listenersKept(): () => void {
  const before = new Map(process.eventNames().map((name) => [name, process.rawListeners(name)]));
  return () => {
    for (const name of process.eventNames())
      for (const listener of process.rawListeners(name))
        if (!before.get(name)?.includes(listener)) process.off(name, listener as () => void);
  };
}

function folderReplaced(folder: string): () => void {
  const before = process.cwd();
  process.chdir(folder);
  return () => process.chdir(before);
}
