const units = ["kB", "MB", "GB", "TB"];

/** A number as people read it: 12,345. */
export function formatCount(count: number): string {
  // Not by Intl: it takes longer than listing a hundred sessions.
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ",");
}

/** A size as people read it: 999 B, 1.2 MB, 12 MB. */
export function formatBytes(bytes: number): string {
  let size = bytes;
  let unit = "B";
  for (const larger of units) {
    if (size < 999.5) break;
    size /= 1000;
    unit = larger;
  }
  return `${unit === "B" || size >= 9.95 ? Math.round(size) : size.toFixed(1)} ${unit}`;
}

/** A counted noun: 1 session, 2 sessions. */
export function plural(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? "" : "s"}`;
}
