import { existsSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import type { ListedSession } from "@chatexport/core";
import { expect, it } from "vitest";
import type { Job, Rendered, Task } from "../src/index.js";
import { openPool } from "../src/threads/index.js";
import { type Threads, threadsThat } from "./demo-thread.js";

const tasks = ["a", "b", "c", "d"].map((id): Task => {
  const ref = { id, source: "demo", revision: "1", locator: null, bytes: id === "d" ? 9e6 : 1000 };
  return {
    listed: { ref, source: { name: "demo" } } as ListedSession,
    outdated: new Map(),
    current: [],
  };
});

function poolOf(
  threads: Threads,
  count: number,
  signal = new AbortController().signal,
  renderHere?: (job: Job) => Promise<Rendered>,
) {
  return openPool({
    tasks,
    threads: count,
    start: threads.start,
    signal,
    sizeOf: ({ listed }) => listed.ref.bytes,
    jobFor: ({ listed }) => ({ ref: listed.ref, source: "demo", sinks: [] }),
    ...(renderHere && { renderHere }),
  });
}

const saying = (message: string, cause?: unknown): Rendered => ({
  diagnostics: [{ severity: "info", code: "said", message, ...(cause ? { cause } : {}) }],
});

it.each([1, 2, 9])("do every job once, in the order of the tasks: %i", async (count) => {
  const done: string[] = [];
  const threads = threadsThat(() => async ({ ref }) => {
    done.push(ref.id);
    return saying(ref.id);
  });
  const pool = poolOf(threads, count);
  const rendered = [];
  for (const task of tasks) rendered.push(await pool.render(task));
  expect(rendered).toEqual(["a", "b", "c", "d"].map((id) => saying(id)));
  expect(done).toEqual(["a", "b", "c", "d"]);
  expect(await pool.render(tasks[0] as Task)).toBeUndefined();
  await pool.close();
  expect(threads.ended).toBe(threads.settings.length);
});

it.each([1, 2])("leave small jobs to the thread that waits for them: %i", async (count) => {
  const done: string[] = [];
  const render = async ({ ref }: Job) => {
    done.push(ref.id);
    return saying(ref.id);
  };
  const here: string[] = [];
  const pool = poolOf(
    threadsThat(() => render),
    count,
    undefined,
    (job) => {
      here.push(job.ref.id);
      return render(job);
    },
  );
  const rendered = await Promise.all(tasks.map((task) => pool.render(task)));
  await pool.close();
  expect(rendered).toEqual(["a", "b", "c", "d"].map((id) => saying(id)));
  expect([...done].sort()).toEqual(["a", "b", "c", "d"]);
  expect(here).toContain("a");
  expect(here).not.toContain("d");
});

it("throw what was thrown in the thread that waits", async () => {
  const cause = new TypeError("full");
  const pool = poolOf(
    threadsThat(() => async () => saying("")),
    0,
    undefined,
    async () => {
      throw cause;
    },
  );
  await expect(pool.render(tasks[0] as Task)).rejects.toBe(cause);
  await pool.close();
});

it("have a folder for what they put aside, and as much stack as the program", async () => {
  const threads = threadsThat(() => async () => saying("done"));
  const pool = poolOf(threads, 1);
  await pool.render(tasks[0] as Task);
  const [{ env = {}, resourceLimits } = {}] = threads.settings;
  const { TMPDIR } = env;
  expect(env).toEqual({ ...process.env, TMPDIR, TEMP: TMPDIR, TMP: TMPDIR });
  expect(existsSync(TMPDIR ?? "")).toBe(true);
  expect(TMPDIR).not.toBe(process.env.TMPDIR);
  expect(resourceLimits).toEqual({ maxYoungGenerationSizeMb: 32, stackSizeMb: 1.1715 });
  const listeners = process.listenerCount("exit");
  await pool.close();
  expect(existsSync(env.TMPDIR ?? "")).toBe(false);
  expect(process.listenerCount("exit")).toBe(listeners - 1);
});

it("keep the codes of what was thrown or reported", async () => {
  const cause = Object.assign(new TypeError("full"), { code: "ENOSPC", syscall: "write", fd: 1 });
  const threads = threadsThat(() => async ({ ref }) => {
    if (ref.id === "a") throw cause;
    if (ref.id === "b") throw "a word";
    return saying(ref.id, ref.id === "c" ? cause : undefined);
  });
  const pool = poolOf(threads, 1);
  const [a, b, c, d] = await Promise.allSettled(tasks.map((task) => pool.render(task)));
  const { stack } = cause;
  const failure = (result?: PromiseSettledResult<unknown>) =>
    result?.status === "rejected" ? result.reason : undefined;
  expect(failure(a)).toBeInstanceOf(Error);
  expect({ ...failure(a), stack: failure(a).stack }).toEqual({
    code: "ENOSPC",
    syscall: "write",
    stack,
  });
  expect([failure(a).message, failure(b).message, failure(b).stack]).toEqual([
    "full",
    "a word",
    "",
  ]);
  expect(c).toMatchObject({
    value: { diagnostics: [{ cause: { message: "full", code: "ENOSPC" } }] },
  });
  expect(d).toEqual({ status: "fulfilled", value: saying("d") });
  await pool.close();
});

it.each([
  [undefined, "The operation was aborted"],
  [new Error("it broke"), "it broke"],
  [
    Object.assign(new Error("out"), { code: "ERR_WORKER_OUT_OF_MEMORY" }),
    "it takes more memory than there is",
  ],
])("die of one task, and another one does the rest: %s", async (cause, reason) => {
  const threads = threadsThat((die) => async ({ ref }) => {
    if (ref.id === "b") die(cause);
    return saying(ref.id);
  });
  const pool = poolOf(threads, 1);
  const rendered = await Promise.all(tasks.map((task) => pool.render(task)));
  expect(rendered[1]).toEqual({
    diagnostics: [
      {
        severity: "error",
        code: "session-failed",
        message: expect.stringMatching(`^The session b could not be loaded: .*${reason}`),
        cause: expect.any(Error),
        source: "demo",
        session: "b",
      },
    ],
  });
  expect(rendered[2]).toEqual(saying("c"));
  expect(threads.settings).toHaveLength(2);
  await pool.close();
});

it("do nothing more once the run is ended, and end what they have in hand", async () => {
  const ending = new AbortController();
  const seen: boolean[] = [];
  const threads = threadsThat(() => async (_, signal) => {
    ending.abort();
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
    seen.push(signal.aborted);
    return saying("ended");
  });
  const pool = poolOf(threads, 1, ending.signal);
  const rendered = await Promise.all(tasks.map((task) => pool.render(task)));
  expect(rendered).toEqual([saying("ended"), undefined, undefined, undefined]);
  await pool.close();
  expect([seen, threads.ended]).toEqual([[true], 1]);
});

it("are closed only after what they had in hand", async () => {
  const events: string[] = [];
  const threads = threadsThat(() => async (_, signal) => {
    events.push("begun");
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
    // A pool that does not wait has time to be closed.
    for (let turns = 0; turns < 20; turns++) await setImmediate();
    events.push("released");
    return saying("late");
  });
  const pool = poolOf(threads, 1);
  await expect.poll(() => events).toEqual(["begun"]);
  await pool.close();
  events.push("closed");
  expect(events).toEqual(["begun", "released", "closed"]);
  expect(await pool.render(tasks[0] as Task)).toEqual(saying("late"));
});

it("leave the tasks to the program when none can be started", async () => {
  const start = () => {
    throw new Error("no threads");
  };
  const pool = poolOf({ start, settings: [], ended: 0 }, 2);
  expect(await Promise.all(tasks.map((task) => pool.render(task)))).toEqual(
    tasks.map(() => undefined),
  );
  await pool.close();
});
