import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Worker } from "node:worker_threads";
import { attempt } from "@chatexport/core/read";
import { threadDied } from "../diagnostics.js";
import type { Rendered } from "../render-job.js";
import type { Job, Task } from "../task.js";
import { type Answer, causeFrom, type Order, withCauses } from "./thread-messages.js";

/** The settings with which a thread is started, as `Worker` of `node:worker_threads` takes them. */
export interface ThreadSettings {
  env: Record<string, string | undefined>;
  /** In megabytes. */
  resourceLimits: { maxYoungGenerationSizeMb: number; stackSizeMb: number };
}

/** A `Worker` of `node:worker_threads`, for users without the types of Node. */
export interface Thread {
  /** Sends it a message. */
  postMessage(message: unknown): void;
  /** Ends it as soon as possible, and gives its exit code. */
  terminate(): Promise<number>;
}

/** The means to render in several threads. */
export interface PoolOptions<Result> {
  tasks: readonly Task[];
  /** The job that a thread needs for a task. */
  jobFor(task: Task): Job;
  /** The bytes that a session is stored in, as far as they are known. */
  sizeOf(task: Task): number | undefined;
  /** Does a job of a few megabytes in this thread, which otherwise only waits for the others. */
  renderHere?(job: Job): Promise<Result>;
  /** The number of further threads. */
  threads: number;
  /** Starts a thread that calls `serveJobs`. */
  start(settings: ThreadSettings): Thread;
  signal: AbortSignal;
}

/**
 * Starts threads that do the tasks in their order beside this one, ahead of the requests for what becomes of
 * them; one that dies takes nothing with it but its task.
 */
export function openPool<Result extends Rendered = Rendered>({
  tasks,
  jobFor,
  sizeOf,
  renderHere,
  threads,
  start,
  signal,
}: PoolOptions<Result>) {
  const temporary = temporaryFolder();
  const queue = [...tasks];
  const open = new Set<RenderThread<Result>>();
  const outcomes = new Map(tasks.map((task) => [task, pendingOutcome<Result>()]));
  const stop = () => {
    queue.length = 0;
    for (const thread of open) thread.stop();
  };
  signal.addEventListener("abort", stop);
  const work = Promise.allSettled([...Array.from({ length: threads }, serve), serveHere()]).then(
    () => {
      // No thread could be started for these, or they are not wanted any more.
      for (const { resolve } of outcomes.values()) resolve(undefined);
    },
  );

  return {
    /** The result of a task, which is asked for once; undefined when there is no thread for it. */
    async render(task: Task): Promise<Rendered | Result | undefined> {
      const answer = await outcomes.get(task)?.outcome;
      outcomes.delete(task);
      if (answer && "failure" in answer) throw answer.failure;
      return answer?.rendered;
    },
    /** Ends all threads, once they have released what they hold open. */
    async close(): Promise<void> {
      signal.removeEventListener("abort", stop);
      stop();
      await work;
      await Promise.all(Array.from(open, (thread) => thread.close()));
      temporary.remove();
    },
  };

  async function serve(): Promise<void> {
    while (queue.length > 0) {
      const thread = await startThread<Result>(start, temporary.env);
      open.add(thread);
      await serveWith(thread);
    }
  }

  async function serveHere(): Promise<void> {
    for (let task = takeSmall(); task && renderHere; task = takeSmall()) {
      const resolve = outcomes.get(task)?.resolve;
      try {
        resolve?.({ rendered: await renderHere(jobFor(task)) });
      } catch (failure) {
        resolve?.({ failure });
      }
    }
  }

  /** A session that takes more memory than there is may only kill a thread, never the program. */
  function takeSmall(): Task | undefined {
    const isSmall = (task: Task) => (sizeOf(task) ?? largestHere) < largestHere;
    const index = renderHere ? queue.findIndex(isSmall) : -1;
    return index === -1 ? undefined : queue.splice(index, 1)[0];
  }

  /** Does tasks until there are no more, or one of them kills the thread. */
  async function serveWith(thread: RenderThread<Result>): Promise<void> {
    for (let task = queue.shift(); task; task = queue.shift()) {
      const job = jobFor(task);
      const resolve = outcomes.get(task)?.resolve;
      try {
        resolve?.(await thread.render(job));
      } catch (cause) {
        resolve?.({ rendered: { diagnostics: [threadDied(job.source, job.ref.id, cause)] } });
        open.delete(thread);
        return;
      }
    }
  }
}

/** The result of a task. */
type Outcome<Result> = { rendered: Result } | { failure: unknown };

function pendingOutcome<Result>() {
  type Pending = Outcome<Result | Rendered> | undefined;
  let resolve: (outcome: Pending) => void = () => {};
  const outcome = new Promise<Pending>((settle) => {
    resolve = settle;
  });
  return { outcome, resolve };
}

/**
 * The folder where threads put copies of stores aside: all are removed when the program ends, since others
 * may look there.
 */
function temporaryFolder(): { env: NodeJS.ProcessEnv; remove(): void } {
  const folder = attempt(() => mkdtempSync(join(tmpdir(), "chatexport-")));
  // Where nothing can be written, nothing is put aside.
  if (folder === undefined) return { env: process.env, remove() {} };
  const removeIt = () => rmSync(folder, { recursive: true, force: true });
  process.once("exit", removeIt);
  return {
    env: { ...process.env, TMPDIR: folder, TEMP: folder, TMP: folder },
    remove() {
      process.off("exit", removeIt);
      removeIt();
    },
  };
}

type RenderThread<Result extends Rendered> = Awaited<ReturnType<typeof startThread<Result>>>;

// In bytes of what a session is composed of.
const largestHere = 8e6;
// In milliseconds.
const longestClose = 2000;
// In megabytes. More memory for what is new saves no time; data that is nested too deep for the stack
// of the program must be so here, too, of which Node takes 0.1875 for itself.
const resourceLimits = { maxYoungGenerationSizeMb: 32, stackSizeMb: 0.984 + 0.1875 };

/** Starts a thread with an environment of its own; throws when it cannot. */
async function startThread<Result extends Rendered>(
  start: PoolOptions<Result>["start"],
  env: NodeJS.ProcessEnv,
) {
  // The types of Node are only for use inside.
  const worker = start({ env, resourceLimits }) as Worker;
  const ended = new AbortController();
  worker.once("exit", () => ended.abort());
  // The wait for an answer fails with it.
  worker.on("error", () => {});
  const order = (message: Order) => worker.postMessage(message);
  const answer = async () => {
    const [message]: Answer<Result>[] = await once(worker, "message", ended);
    return message;
  };
  await answer();
  return {
    /** Does a job after the one before; throws when the thread dies of it. */
    async render(job: Job): Promise<Outcome<Result>> {
      const answered = answer();
      order({ job });
      const outcome = await answered;
      if (outcome === undefined || outcome === "ready") throw new TypeError("it has done no job");
      return "failure" in outcome
        ? { failure: causeFrom(outcome.failure) }
        : { rendered: withCauses(outcome.rendered, causeFrom) };
    },
    /** Ends what it has in hand. */
    stop: () => order("stop"),
    /** Ends it, once it has released what it holds open. */
    async close(): Promise<void> {
      order("end");
      await setTimeout(longestClose, undefined, ended).catch(() => {});
      await worker.terminate();
    },
  };
}
