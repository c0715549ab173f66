import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { renderJob, rootsOf, threadRenderer } from "@chatexport/archive";
import { serveJobs } from "@chatexport/archive/threads";
import { defined } from "@chatexport/core";
import { contentFor } from "../../host/content/content-rules.js";
import { redactionFor } from "../../host/content/redaction.js";
import { loadSinks, withSources } from "../../host/plugins/load-plugins.js";
import type { OptionsOf } from "../../options/option-table.js";

/*
 * A thread that renders documents, with sources, sinks and a redactor of its own, made from the options
 * of the run.
 */
if (parentPort) await work(parentPort, workerData as OptionsOf<"export">);

async function work(port: MessagePort, options: OptionsOf<"export">): Promise<void> {
  await withSources(options, async (sources) => {
    const sinks = (await loadSinks(options)).sinks.map(({ plugin }) => plugin);
    const redaction = await redactionFor(options);
    const { transforms } = contentFor(options, redaction);
    const { out, dryRun: isDryRun = false, force = false } = options;
    const open = threadRenderer(out, { roots: rootsOf(options), force, isDryRun });
    await serveJobs(port, async (job, signal) => {
      const rendered = await renderJob(job, { sources, sinks, transforms, open, signal });
      return { ...rendered, ...defined({ findings: redaction.takeFindings() }) };
    });
  });
  port.close();
}
