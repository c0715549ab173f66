import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs";

const memory = "/dev/shm";
/** In bytes: what tests write at the same time, and room for others. */
const needed = 4e9;

/** Lets tests write into memory where Linux offers it: thousands of small files take a third of their time on a disk. */
export default function useMemory(): void {
  if (process.env.TMPDIR !== undefined || !isUsable()) return;
  const folder = mkdtempSync(`${memory}/chatexport-`);
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  // As /tmp: some tests run as another user.
  chmodSync(folder, 0o1777);
  process.env.TMPDIR = folder;
}

/** True when there is room, and programs that tests write can run. */
function isUsable(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memory);
    const mounts = readFileSync("/proc/mounts", "utf8").split("\n");
    const [, , , options] =
      mounts.map((line) => line.split(" ")).find(([, at]) => at === memory) ?? [];
    return bavail * bsize > needed && options !== undefined && !/\bnoexec\b/.test(options);
  } catch {
    return false;
  }
}
