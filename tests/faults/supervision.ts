import { fork } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Finding } from "./invariants/all.js";

/** The subject of a campaign. */
export interface Assignment {
  /** Name of the store. */
  store: string;
  seed: number;
  /** The first number and the one after the last. */
  first: number;
  last: number;
  /** In milliseconds, for one damage. */
  patience: number;
}

/** The result of a damage that had findings. */
export interface Failure {
  index: number;
  what: string;
  findings: Finding[];
}

/** The result of a campaign. */
export interface Result {
  /** The number of times that something was damaged. */
  count: number;
  failures: Failure[];
  /** The longest time for one damage, in milliseconds. */
  longest: number;
}

interface Message {
  index: number;
  /** The damaged store that is going to be read. */
  begins?: string;
  what?: string;
  findings?: Finding[];
  milliseconds?: number;
}

/** Runs a campaign in processes of its own; one that hangs or ends is a finding, and the next goes on. */
export async function superviseAll(script: string, assignment: Assignment): Promise<Result> {
  const result: Result = { count: 0, failures: [], longest: 0 };
  let { first } = assignment;
  while (first < assignment.last) first = await supervise(script, { ...assignment, first }, result);
  return result;
}

/** Runs until a process ends; resolves to the number to go on with. */
async function supervise(script: string, assignment: Assignment, result: Result): Promise<number> {
  const { store, seed, first, last, patience } = assignment;
  const within = mkdtempSync(join(tmpdir(), "chatexport-faults-"));
  // Somebody without rights must find the store.
  chmodSync(within, 0o755);
  let current = first - 1;
  let open: string | undefined = "the whole store";
  let hangs = false;
  let stderr = "";
  const child = fork(script, [store, String(seed), String(first), String(last), within], {
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    // The test runner's condition names sources, which only it can run.
    execArgv: [],
  });
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    stderr = (stderr + text).slice(-2000);
  });
  const kill = () => {
    hangs = true;
    child.kill("SIGKILL");
  };
  let timer = setTimeout(kill, patience * 3);
  child.on("message", (message: Message) => {
    clearTimeout(timer);
    timer = setTimeout(kill, patience);
    current = message.index;
    open = message.begins;
    if (open !== undefined) return;
    if (message.what !== undefined) result.count++;
    result.longest = Math.max(result.longest, message.milliseconds ?? 0);
    const { index, what = "nothing", findings = [] } = message;
    if (findings.length > 0) result.failures.push({ index, what, findings });
  });
  const [code, signal] = await new Promise<[number | null, string | null]>((resolve) =>
    child.on("close", (...ended) => resolve(ended)),
  );
  clearTimeout(timer);
  rmSync(within, { recursive: true, force: true });
  if (code === 0 && !hangs && current === last - 1) return last;
  const what = hangs ? `nothing for ${patience} ms` : `ended with ${code ?? signal}: ${stderr}`;
  const invariant = hangs ? "hang" : "end";
  result.failures.push({
    index: current,
    what: open ?? "after it was read",
    findings: [{ invariant, what }],
  });
  if (current < first) return last;
  return current + 1;
}
