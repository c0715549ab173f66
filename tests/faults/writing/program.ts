import { spawn } from "node:child_process";
import { join } from "node:path";
import type { Finding } from "../invariants/all.js";
import { repository } from "../repository.js";

const program = join(repository, "packages/cli/bin/chatexport.js");

/** The outcome of a run of the program. */
export interface Outcome {
  /** Absent after a signal. */
  exitCode: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
  /** It was ended because it took too long. */
  hangs: boolean;
}

/** The treatment of a run. */
export interface Treatment {
  /** Sends a signal right before the n-th change of a file; a write counts as two, for it may end half-way. */
  end?: { signal: NodeJS.Signals; change: number };
  /** A program with words that starts the program in its turn. */
  through?: readonly string[];
  /** Runs as this user. */
  user?: number;
}

/** The time that a run may take that does something, in milliseconds. */
export const patience = 600_000;

const changing = {
  fs: ["linkSync", "mkdirSync", "renameSync", "rmSync", "writeFileSync", "writeSync"],
  promises: ["mkdir", "rename", "rm", "rmdir"],
};

/** The script that has Node send itself a signal in this way. */
function endAt({ signal, change }: NonNullable<Treatment["end"]>): string {
  return `--import=data:text/javascript,${encodeURIComponent(`
    import fs from "node:fs";
    import { syncBuiltinESMExports } from "node:module";
    const { promises, writeSync } = fs;
    let left = ${change};
    const halves = (file, bytes, from) =>
      writeSync(file, bytes, from, from === 0 ? Math.ceil(bytes.length / 2) : undefined);
    const hook = (owner, names) => {
      for (const name of names) {
        const original = name === "writeSync" ? halves : owner[name];
        owner[name] = (...given) => {
          if (--left === 0) process.kill(process.pid, ${JSON.stringify(signal)});
          return original(...given);
        };
      }
    };
    hook(fs, ${JSON.stringify(changing.fs)});
    hook(promises, ${JSON.stringify(changing.promises)});
    syncBuiltinESMExports();`)}`;
}

/** Runs the program in a folder, with nothing of this machine's environment but the path. */
export function runProgram(
  cwd: string,
  words: readonly string[],
  { end, through = [], user }: Treatment = {},
): Promise<Outcome> {
  const hooks = end ? [endAt(end)] : [];
  const [command = "", ...rest] = [...through, process.execPath, ...hooks, program, ...words];
  const child = spawn(command, rest, {
    cwd,
    env: { PATH: process.env.PATH, HOME: cwd, USERPROFILE: cwd },
    stdio: ["ignore", "pipe", "pipe"],
    ...(user !== undefined && { uid: user, gid: user }),
  });
  const outcome: Outcome = { exitCode: null, signal: null, stdout: "", stderr: "", hangs: false };
  for (const name of ["stdout", "stderr"] as const)
    child[name].setEncoding("utf8").on("data", (text: string) => {
      outcome[name] += text;
    });
  const timer = setTimeout(() => {
    outcome.hangs = true;
    child.kill("SIGKILL");
  }, patience);
  return new Promise((resolve, reject) => {
    child.on("error", reject).on("close", (exitCode, signal) => {
      clearTimeout(timer);
      resolve({ ...outcome, exitCode, signal });
    });
  });
}

/** The faults that no run may have, whatever becomes of its work. */
export function misconduct(
  { exitCode, signal, stderr, hangs }: Outcome,
  killed?: string,
): Finding[] {
  const shown = stderr.slice(0, 1500);
  if (hangs) return [{ invariant: "hang", what: `nothing for ${patience} ms: ${shown}` }];
  if (signal !== null)
    return signal === killed ? [] : [{ invariant: "end", what: `ended by ${signal}: ${shown}` }];
  const codes = killed === undefined ? [0, 1] : [0, 1, 130, 143];
  if (!codes.includes(exitCode ?? -1))
    return [{ invariant: "end", what: `exit code ${exitCode}: ${shown}` }];
  if (/should not have happened|^ {4}at /m.test(stderr))
    return [{ invariant: "crash", what: shown }];
  if (exitCode === 1 && !stderr.includes("error"))
    return [{ invariant: "session", what: `exit code 1, and nothing says why: ${shown}` }];
  return [];
}
