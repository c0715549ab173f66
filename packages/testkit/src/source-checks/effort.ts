import { readFileSync } from "node:fs";

/** How many characters were given to `JSON.parse` while a function ran. */
export async function charactersParsedBy(run: () => Promise<unknown>): Promise<number> {
  const real = JSON.parse;
  let characters = 0;
  JSON.parse = (text, ...rest) => {
    characters += String(text).length;
    return real(text, ...rest);
  };
  try {
    await run();
  } finally {
    JSON.parse = real;
  }
  return characters;
}

/** How many bytes this process read while a function ran: the least of some runs, for others read, too. */
export async function bytesReadBy(run: () => Promise<unknown>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let times = 0; times < 3; times++) {
    const before = bytesRead();
    await run();
    least = Math.min(least, bytesRead() - before);
  }
  return least;
}

/** Why it cannot be told how much is read, where that is so. */
export function cannotMeasureReading(): string | undefined {
  try {
    return Number.isNaN(bytesRead()) ? unknown : undefined;
  } catch {
    return unknown;
  }
}

const unknown = "This system does not tell how many bytes a process has read.";

/** Linux counts them; pages of memory that files are mapped to are not among them. */
function bytesRead(): number {
  return Number(/^rchar: (\d+)$/m.exec(readFileSync("/proc/self/io", "utf8"))?.[1]);
}
