import { stat } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { type Archive, type RenderContext, renderJob, type Task } from "@chatexport/archive";
import type { ThreadSettings } from "@chatexport/archive/threads";
import type { Sink } from "@chatexport/core";
import { sessionKey } from "@chatexport/core/read";
import { boundGarbage } from "../../host/bound-garbage.js";
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
  const renderHere = (task: Task) => {
    boundGarbage(task.listed.ref.bytes);
    return renderJob(archive.jobFor(task), context);
  };
  const sizes = new Map<Task, number | undefined>();
  const mayShare =
    !run.redaction.isSequential && options.jobs !== 1 && (await areThreadsPossible(tasks, options));
  if (mayShare) for (const task of tasks) sizes.set(task, await sizeOf(task, run));
  const threads = mayShare ? threadsFor([...sizes.values()], options) : 1;
  if (threads === 1) return { render: renderHere, close: async () => {} };
  const { openPool } = await import("@chatexport/archive/threads");
  const url = new URL("./render-worker.cjs", import.meta.url);
  const ahead = await renderAhead(context, options);
  const pool = openPool<RenderedAhead>({
    tasks,
    jobFor: archive.jobFor,
    sizeOf: (task) => sizes.get(task),
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

/** The bytes that a session is stored in; a failure is told when it is loaded. */
async function sizeOf({ listed }: Task, run: Run): Promise<number | undefined> {
  const { ref, source } = listed;
  if (ref.bytes !== undefined || run.signal.aborted) return ref.bytes;
  const quiet = { report() {}, signal: run.signal };
  return source.sizeOf?.(ref, quiet).catch(() => undefined);
}

/** In how many threads the documents of sessions of these sizes are to be rendered; 1 means in this one. */
function threadsFor(sizes: readonly (number | undefined)[], { jobs }: OptionsOf<"export">): number {
  const size = sizes.reduce<number>((sum, bytes = unknownSize) => sum + bytes, 0);
  const wanted = jobs ?? (size < worthThreads ? 1 : Math.min(availableParallelism(), usual));
  return Math.min(wanted, sizes.length, most);
}

async function areThreadsPossible(
  tasks: readonly Task[],
  { root }: OptionsOf<"export">,
): Promise<boolean> {
  if (tasks.length < 2) return false;
  // Two sources can have the same session: the second one replaces the first.
  const keys = new Set(tasks.map(({ listed }) => sessionKey(listed.ref)));
  // External plugins may keep something in the process, and a pipe can be read once.
  return keys.size === tasks.length && externalNames().length === 0 && (await arePipeless(root));
}

async function arePipeless(paths: OptionsOf<"export">["root"] = []): Promise<boolean> {
  for (const path of paths) {
    if (path === standardInput || /^\/(?:dev|proc)\//.test(path)) return false;
    const found = await stat(path).catch(() => undefined);
    if (found?.isFIFO() || found?.isSocket()) return false;
  }
  return true;
}
