import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { basename, join } from "node:path";
import { attempt } from "@chatexport/core/read";

/** A program that runs. */
export interface RunningProcess {
  id: number;
  /** The name of its file: "cursor", "Cursor.exe", "node". */
  name: string;
  /** The working directory, where the system tells it. */
  cwd?: string;
}

/**
 * The programs of this user that run, as far as the system tells; none where it does not. Not from a
 * library: on Linux they need a program `ps`, which containers lack, and tell no working directory.
 */
export function runningProcesses(platform: string = process.platform): RunningProcess[] {
  if (platform === "linux") return attempt(processesOfLinux) ?? [];
  return attempt(platform === "win32" ? processesOfWindows : processesOfUnix) ?? [];
}

/** The processes that have one of these files open, by the file; only Linux tells. */
export function holdersOf(paths: ReadonlySet<string>): Map<string, RunningProcess> {
  const holders = new Map<string, RunningProcess>();
  if (process.platform !== "linux") return holders;
  for (const running of runningProcesses("linux")) {
    if (running.id === process.pid) continue;
    const descriptors = join("/proc", String(running.id), "fd");
    for (const name of namesIn(descriptors)) {
      const path = linkAt(join(descriptors, name));
      if (path !== undefined && paths.has(path)) holders.set(path, running);
    }
  }
  return holders;
}

function processesOfLinux(): RunningProcess[] {
  return namesIn("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const folder = join("/proc", name);
      const cwd = linkAt(join(folder, "cwd"));
      const own = attempt(() => readFileSync(join(folder, "comm"), "utf8").trimEnd());
      // It has ended meanwhile.
      if (own === undefined) return [];
      return [{ id: Number(name), name: own, ...(cwd !== undefined && { cwd }) }];
    });
}

function processesOfUnix(): RunningProcess[] {
  const lines = execFileSync("ps", ["-axo", "pid=,comm="], { encoding: "utf8" }).split("\n");
  return lines.flatMap((line) => {
    const [id = "", ...words] = line.trim().split(" ");
    return id === "" ? [] : [{ id: Number(id), name: basename(words.join(" ").trim()) }];
  });
}

function processesOfWindows(): RunningProcess[] {
  const lines = execFileSync("tasklist", ["/fo", "csv", "/nh"], { encoding: "utf8" }).split(
    /\r?\n/,
  );
  return lines.flatMap((line) => {
    const [, name, id] = /^"([^"]+)","(\d+)"/.exec(line) ?? [];
    return name === undefined ? [] : [{ id: Number(id), name }];
  });
}

function namesIn(folder: string): string[] {
  return attempt(() => readdirSync(folder)) ?? [];
}

function linkAt(path: string): string | undefined {
  return attempt(() => readlinkSync(path));
}
