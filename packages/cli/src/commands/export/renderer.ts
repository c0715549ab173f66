import { stat } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { type Archive, type RenderContext, renderJob, type Task } from "@chatexport/archive";
import type { ThreadSettings } from "@chatexport/archive/threads";
import type { Sink } from "@chatexport/core";
import { sessionKey } from "@chatexport/core/read";
import { standardInput } from "../../host/files/paths.js";
import { externalNames } from "../../host/plugins/external-names.js";
import type { Run } from "../../host/run.js";
import type { OptionsOf } from "../../options/option-table.js";
import { type RenderedAhead, renderAhead } from "./render-ahead.js";

/** Renders the documents of sessions, one after the other or ahead in several threads. */
interface Renderer {
  /** The result of a task; they are asked for in their order, each once. */
  render(task: Task): Promise<RenderedAhead>;
  /** Ends the work, also what was rendered ahead and not asked for. */
  close(): Promise<void>;
}

/** Opens what renders the documents of these tasks, in as many threads as that is worth. */
export async function openRenderer(
  tasks: readonly Task[],
  archive: Archive,
  { sinks, run, options }: { sinks: readonly Sink[]; run: Run; options: OptionsOf<"export"> },
): Promise<Renderer> {
  const context: RenderContext = {
    sources: [...new Set(tasks.map(({ listed }) => listed.source))],
    sinks,
    transforms: run.content.transforms,
    open: archive.render,
    signal: run.signal,
  };
  const renderHere = (task: Task) => renderJob(archive.jobFor(task), context);
  const threads = run.redaction.isSequential ? 1 : await threadsFor(tasks, options);
  if (threads === 1) return { render: renderHere, close: async () => {} };
  const { openPool } = await import("@chatexport/archive/threads");
  const url = new URL("./render-worker.js", import.meta.url);
  const ahead = await renderAhead(context, options);
  const pool = openPool<RenderedAhead>({
    tasks,
    jobFor: archive.jobFor,
    renderHere: (job) => ahead(job, run.signal),
    threads: threads - 1,
    start: (settings: ThreadSettings) => new Worker(url, { ...settings, workerData: options }),
    signal: run.signal,
  });
  return {
    render: async (task) => (await pool.render(task)) ?? renderHere(task),
    close: pool.close,
  };
}

// Each takes memory, and the disk becomes the limit.
const usual = 4;
const most = 16;
// In bytes of sessions: what is less is rendered before other threads have loaded the program.
const worthThreads = 100e6;
const unknownSize = 1e6;

/** In how many threads the documents of these tasks are to be rendered; 1 means in this one. */
async function threadsFor(
  tasks: readonly Task[],
  { jobs, root }: OptionsOf<"export">,
): Promise<number> {
  const refs = tasks.map(({ listed }) => listed.ref);
  const size = refs.reduce((sum, { bytes = unknownSize }) => sum + bytes, 0);
  const wanted = jobs ?? (size < worthThreads ? 1 : Math.min(availableParallelism(), usual));
  const threads = Math.min(wanted, tasks.length, most);
  // Two sources can have the same session: the second one replaces the first.
  if (threads < 2 || new Set(refs.map(sessionKey)).size < tasks.length) return 1;
  // External plugins may keep something in the process, and a pipe can be read once.
  return externalNames().length > 0 || !(await arePipeless(root)) ? 1 : threads;
}

async function arePipeless(paths: OptionsOf<"export">["root"] = []): Promise<boolean> {
  for (const path of paths) {
    if (path === standardInput || /^\/(?:dev|proc)\//.test(path)) return false;
    const found = await stat(path).catch(() => undefined);
    if (found?.isFIFO() || found?.isSocket()) return false;
  }
  return true;
}
