import type { Rendered } from "../render-job.js";
import type { Job } from "../task.js";
import { type Answer, type Order, portableCause, withCauses } from "./thread-messages.js";

/** A `MessagePort` of `node:worker_threads`, for users without the types of Node. */
export interface Port {
  /** Answers the pool. */
  postMessage(message: unknown): void;
  /** Listens to the pool. */
  on(event: "message", listener: (message: Order) => void): unknown;
}

/** In a thread of a pool: does one job after the other until there are no more. */
export async function serveJobs(
  port: Port,
  render: (job: Job, signal: AbortSignal) => Promise<Rendered>,
): Promise<void> {
  const interruption = new AbortController();
  const answer = (message: Answer<Rendered>) => port.postMessage(message);
  let inHand: Promise<void> | undefined;
  const work = async (job: Job) => {
    try {
      const rendered = await render(job, interruption.signal);
      answer({ rendered: withCauses(rendered, portableCause) });
    } catch (cause) {
      answer({ failure: portableCause(cause) });
    }
  };
  await new Promise<void>((resolve) => {
    port.on("message", (order: Order) => {
      if (order === "stop") interruption.abort();
      else if (order === "end") resolve();
      else inHand = work(order.job);
    });
    answer("ready");
  });
  await inHand;
}
