import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { rootsOf, threadRenderer } from "@chatexport/archive";
import { serveJobs } from "@chatexport/archive/threads";
import { loadSinks, withSources } from "../../host/plugins/load-plugins.js";
import type { OptionsOf } from "../../options/option-table.js";
import { renderAhead } from "./render-ahead.js";

/*
 * A thread that renders documents, with sources, sinks and a redactor of its own, made from the options
 * of the run.
 */
if (parentPort) void work(parentPort, workerData as OptionsOf<"export">);

async function work(port: MessagePort, options: OptionsOf<"export">): Promise<void> {
  await withSources(options, async (sources) => {
    const sinks = (await loadSinks(options)).sinks.map(({ plugin }) => plugin);
    const { out, dryRun: isDryRun = false, force = false } = options;
    const open = threadRenderer(out, { roots: rootsOf(options), force, isDryRun });
    await serveJobs(port, await renderAhead({ sources, sinks, open }, options));
  });
  port.close();
}
