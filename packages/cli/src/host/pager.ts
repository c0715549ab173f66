import type { ChildProcessByStdio } from "node:child_process";
import type { Writable } from "node:stream";
import { documentFailed } from "@chatexport/archive";
import { type Content, inBatches } from "@chatexport/archive/content";
import { withoutInterruption } from "../terminal/interruption.js";
import { writeStdout } from "../terminal/stdout.js";
import { canRedraw } from "../terminal/text-style.js";
import type { Run } from "./run.js";

// A few screens, which are there at once.
const batchLength = 16 * 1024;

/**
 * Writes to standard output; what is to be read on a terminal goes through the user's pager. Resolves
 * to false when it was interrupted; a user who leaves the pager early has seen enough.
 */
export async function writePaged(
  content: () => Content,
  isForPeople: boolean,
  { report, signal }: Run,
): Promise<boolean> {
  const batches = () => inBatches(untilFailure(content(), report), batchLength);
  if (isForPeople && canRedraw(process.stdout) && (await showInPager(batches))) return true;
  for await (const batch of batches()) {
    if (signal.aborted) return false;
    await writeStdout(batch);
  }
  return true;
}

/** The pieces up to one that cannot be made, which is reported when the user has left the pager. */
async function* untilFailure(
  content: Content,
  report: Run["report"],
): AsyncGenerator<string | Uint8Array> {
  try {
    yield* content;
  } catch (cause) {
    report(documentFailed("The session", undefined, cause));
  }
}

/** The exit codes by which shells say that there is no such command, or that it cannot be run. */
const notStarted: ReadonlySet<unknown> = new Set([126, 127]);

/** Shows a text in `$PAGER`, or less, until the user leaves it; false when nothing was shown. */
async function showInPager(content: () => Content): Promise<boolean> {
  const command = process.env.PAGER?.trim();
  if (command === "" || command === "cat") return false;
  const pager = await startPager(command);
  const ended = new Promise<unknown>((resolve) => {
    pager.on("error", () => resolve(127)).on("close", resolve);
  });
  // When the user leaves before the end, nothing reads what is written.
  pager.stdin.on("error", () => {});
  // The pager would lose the terminal to the shell if this program ended before it.
  return withoutInterruption(async () => {
    await feed(pager.stdin, content());
    return !notStarted.has(await ended);
  });
}

async function startPager(
  command: string | undefined,
): Promise<ChildProcessByStdio<Writable, null, null>> {
  // Most runs need no other program.
  const { spawn } = await import("node:child_process");
  // As git has it: leave at once if all fits on the screen, show colours, keep what was shown.
  const env = { LESS: "FRX", LESSCHARSET: "utf-8", ...process.env };
  const stdio: ["pipe", "inherit", "inherit"] = ["pipe", "inherit", "inherit"];
  return command === undefined
    ? spawn("less", [], { env, stdio })
    : spawn(command, [], { env, stdio, shell: true });
}

/** Writes as fast as the user reads, until the end or until the pager is closed. */
async function feed(stdin: Writable, content: Content): Promise<void> {
  for await (const batch of content) {
    if (stdin.destroyed) return;
    if (!stdin.write(batch))
      await new Promise<void>((resolve) => {
        stdin.once("drain", resolve).once("close", resolve);
      });
  }
  stdin.end();
}
