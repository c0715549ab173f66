import type { ChildProcessByStdio } from "node:child_process";
import type { Writable } from "node:stream";
import { documentFailed } from "@chatexport/archive";
import { type Content, inBatches } from "@chatexport/archive/content";
import { withoutInterruption } from "../terminal/interruption.js";
import { writeStdout } from "../terminal/stdout.js";
import { canRedraw } from "../terminal/text-style.js";
import type { Run } from "./run.js";

/** In characters: a few screens, which are there at once. */
const someScreens = 16 * 1024;

/**
 * Writes to standard output, in batches of about so many characters; what is to be read on a terminal goes through the
 * user's pager. Resolves to false when it was interrupted; a user who leaves the pager early has seen enough.
 */
export async function writePaged(
  content: Content,
  isForPeople: boolean,
  { report, signal }: Run,
  batchLength = someScreens,
): Promise<boolean> {
  const batches = inBatches(untilFailure(content, report), batchLength);
  if (isForPeople && canRedraw(process.stdout)) {
    const unseen = await showInPager(batches);
    if (!unseen) return true;
    for (const batch of unseen) {
      const { value } = await batch;
      if (value !== undefined) await writeStdout(value);
    }
  }
  for await (const batch of batches) {
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

type Batches = AsyncGenerator<string | Uint8Array, undefined>;

/** Batches that were asked for. */
type Taken = ReturnType<Batches["next"]>[];

/** In bytes: only a pager that runs takes so much. A pipe holds 64 kB at most, and Node 16 kB before it. */
const surelyRead = 256 * 1024;

/**
 * Shows batches in `$PAGER`, or less, until the user leaves it. Resolves to undefined then; to what was taken of the
 * batches where no pager could be started. Without any batch none is started.
 */
async function showInPager(batches: Batches): Promise<Taken | undefined> {
  const command = process.env.PAGER?.trim();
  if (command === "" || command === "cat") return [];
  const first = await batches.next();
  if (first.done) return undefined;
  const pager = await startPager(command);
  const ended = new Promise<unknown>((resolve) => {
    pager.on("error", () => resolve(127)).on("close", resolve);
  });
  // When the user leaves before the end, nothing reads what is written.
  pager.stdin.on("error", () => {});
  // The pager would lose the terminal to the shell if this program ended before it.
  return withoutInterruption(async () => {
    const taken = await feed(pager.stdin, first, batches, ended);
    return notStarted.has(await ended) ? taken : undefined;
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

/**
 * Writes as fast as the user reads, until the end or until the pager is closed. Resolves to what was taken while it
 * was not certain that the pager runs.
 */
async function feed(
  stdin: Writable,
  first: Awaited<Taken[number]>,
  batches: Batches,
  ended: Promise<unknown>,
): Promise<Taken> {
  const taken: Taken = [Promise.resolve(first)];
  let written = 0;
  for (let batch = first.value; batch !== undefined; ) {
    if (!stdin.write(batch))
      await new Promise<void>((resolve) => {
        stdin.once("drain", resolve).once("close", resolve);
      });
    written += batch.length;
    const next = batches.next();
    if (written < surelyRead) taken.push(next);
    // The user may leave while the next one is looked for.
    batch = (await Promise.race([next, ended.then(() => undefined)]))?.value;
  }
  stdin.end();
  return taken;
}
