import { once } from "node:events";
import { errorCode } from "../error-code.js";

/** Writes data to standard output and waits while its reader is behind. */
export async function writeStdout(data: string | Uint8Array): Promise<void> {
  if (!process.stdout.write(data)) await once(process.stdout, "drain");
}

/** Ends the program when its output cannot be written: quietly when the reader has gone. */
export function endWithReader(): void {
  process.stdout.on("error", (error) => {
    if (errorCode(error) === "EPIPE") process.exit(0);
    process.stderr.write(`error: standard output: ${error.message}\n`);
    process.exit(1);
  });
  // When nobody reads the messages, the work still goes on.
  process.stderr.on("error", () => {});
}
