import { once } from "node:events";
import { leave } from "./interruption.js";

type Write = (data: string | Uint8Array, callback?: () => void) => boolean;

/** The own `write` of each stream that is kept for data. */
const kept = new WeakMap<NodeJS.WriteStream, Write>();

function write(data: string | Uint8Array, callback?: () => void): boolean {
  const { stdout } = process;
  const own: Write = kept.get(stdout) ?? stdout.write;
  return own.call(stdout, data, callback);
}

/** Writes data to standard output and waits while its reader is behind. */
export async function writeStdout(data: string | Uint8Array): Promise<void> {
  if (!write(data)) await once(process.stdout, "drain");
}

/** From now on whatever else is written to standard output, as by `console.log`, goes to standard error. */
export function keepStdoutForData(): void {
  const { stdout, stderr } = process;
  kept.set(stdout, stdout.write);
  stdout.write = stderr.write.bind(stderr);
}

// In milliseconds.
const lastWait = 1000;

/** Ends the program, at the latest a second after all that was given to standard output is written. */
export function endSoon(): void {
  write("", () => setTimeout(() => leave(), lastWait).unref());
}

/** Ends the program when its output cannot be written: quietly when the reader has gone. */
export function endWithReader(): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") leave(0);
    void leaveUnwritten(error);
  });
  // When the reader of the messages has gone, the work still goes on.
  process.stderr.on("error", () => {});
}

async function leaveUnwritten(cause: unknown): Promise<never> {
  // Loaded here: every start loads this file, and few need words for an error.
  const { messageOf } = await import("@chatexport/core");
  process.stderr.write(`error: Standard output cannot be written: ${messageOf(cause)}.\n`);
  return leave(1);
}
