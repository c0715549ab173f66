import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import {
  type Job,
  type RenderContext,
  renderJob,
  rootsOf,
  threadRenderer,
} from "@chatexport/archive";
import { present } from "@chatexport/core";
import { contentFor } from "../../host/content/content-rules.js";
import { redactionFor } from "../../host/content/redaction.js";
import { loadSinks, withSources } from "../../host/plugins/load-plugins.js";
import type { ExportOptions } from "../../options/option-table.js";
import { type Answer, type Order, portableCause, withCauses } from "./thread-messages.js";

/*
 * A thread that renders documents: with sources, sinks and a redactor of its own, made from the options
 * of the run, it does one job after the other until there are no more.
 */
if (parentPort) await work(parentPort, workerData as ExportOptions);

async function work(port: MessagePort, options: ExportOptions): Promise<void> {
  const interruption = new AbortController();
  const answer = (message: Answer) => port.postMessage(message);
  await withSources(options, async (sources) => {
    const { sinks } = await loadSinks(options);
    const redaction = await redactionFor(options);
    const { transforms } = contentFor(options, redaction);
    const { out, dryRun: isDryRun = false, force = false } = options;
    const context: RenderContext = {
      sources,
      sinks: sinks.map(({ plugin }) => plugin),
      transforms,
      open: threadRenderer(out, { roots: rootsOf(options), force, isDryRun }),
      signal: interruption.signal,
    };
    let inHand: Promise<void> | undefined;
    const render = async (job: Job) => {
      try {
        const rendered = await renderJob(job, context);
        const findings = present({ findings: redaction.takeFindings() });
        answer({ rendered: withCauses({ ...rendered, ...findings }, portableCause) });
      } catch (cause) {
        answer({ failure: portableCause(cause) });
      }
    };
    const isOver = new Promise<void>((resolve) => {
      port.on("message", (order: Order) => {
        if (order === "stop") interruption.abort();
        else if (order === "end") resolve();
        else inHand = render(order.job);
      });
    });
    answer("ready");
    await isOver;
    await inHand;
  });
  port.close();
}
