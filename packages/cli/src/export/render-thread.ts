import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import type { Job } from "@chatexport/archive";
import type { ExportOptions } from "../options.js";
import type { Answer, Order } from "./render-messages.js";

/** A thread that renders documents. */
export interface RenderThread {
  /** Does a job after the one before; throws when the thread dies of it. */
  render(job: Job): Promise<Exclude<Answer, "ready">>;
  /** Ends what it has in hand. */
  stop(): void;
  /** Ends it, once it has released what it holds open. */
  close(): Promise<void>;
}

// In milliseconds.
const longestClose = 2000;
// In megabytes. More memory for what is new saves no time; data that is nested too deep for the stack
// of the program must be so here, too, of which Node takes 0.1875 for itself.
const limits = { maxYoungGenerationSizeMb: 32, stackSizeMb: 0.984 + 0.1875 };

/** Starts a thread with the options of the run and an environment of its own; throws when it cannot. */
export async function startThread(
  options: ExportOptions,
  env: NodeJS.ProcessEnv,
): Promise<RenderThread> {
  const worker = new Worker(new URL("./render-worker.js", import.meta.url), {
    workerData: options,
    env,
    resourceLimits: limits,
  });
  const ended = new AbortController();
  worker.once("exit", () => ended.abort());
  // The wait for an answer fails with it.
  worker.on("error", () => {});
  const order = (message: Order) => worker.postMessage(message);
  const answer = async () => {
    const [message]: Answer[] = await once(worker, "message", ended);
    return message;
  };
  await answer();
  return {
    async render(job) {
      const answered = answer();
      order({ job });
      return (await answered) as Exclude<Answer, "ready">;
    },
    stop: () => order("stop"),
    async close() {
      order("end");
      await setTimeout(longestClose, undefined, ended).catch(() => {});
      await worker.terminate();
    },
  };
}
