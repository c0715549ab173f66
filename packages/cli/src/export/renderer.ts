import { defined } from "@chatexport/core";
import type { Target, Task } from "../archive/target.js";
import { type Rendered, renderJob } from "./render-job.js";
import { threadsFor } from "./threads.js";
import type { Writing } from "./write-sessions.js";

/** Renders the documents of sessions, in this thread or ahead in others. */
export interface Renderer {
  /** What became of a task; they are asked for in their order, each once. */
  render(task: Task): Promise<Rendered>;
  /** Ends the work, also that which nobody has asked for. */
  close(): Promise<void>;
}

/** Opens what renders the documents of these tasks, in as many threads as that is worth. */
export async function openRenderer(
  tasks: readonly Task[],
  target: Target,
  writing: Writing,
): Promise<Renderer> {
  const here = rendererHere(tasks, target, writing);
  const threads = await threadsFor(tasks, writing);
  if (threads === 1) return here;
  const { openPool } = await import("./render-pool.js");
  const { options, run } = writing;
  const pool = openPool({ tasks, jobFor: target.jobFor, threads, options, signal: run.signal });
  return {
    render: async (task) => (await pool.render(task)) ?? here.render(task),
    close: pool.close,
  };
}

function rendererHere(
  tasks: readonly Task[],
  { begin, jobFor }: Target,
  { place, archive, run }: Writing,
): Renderer {
  const workshop = defined({
    sources: [...new Set(tasks.map(({ listed }) => listed.source))],
    sinks: archive.sinks,
    transforms: run.content.transforms,
    begin,
    path: place.path,
    signal: run.signal,
  });
  return {
    render: (task) => renderJob(jobFor(task), workshop),
    close: async () => {},
  };
}
