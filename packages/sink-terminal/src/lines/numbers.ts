const byteUnits = [" kB", " MB", " GB", " TB"];
const countUnits = ["k", "M", "B"];

/** A number as people read it where there is little room: 999, 1.2k, 12M. */
export function shortCount(count: number): string {
  return scaled(count, "", countUnits);
}

/** A size as people read it: 999 B, 1.2 MB, 12 MB. */
export function formatBytes(bytes: number): string {
  return scaled(bytes, " B", byteUnits);
}

function scaled(number: number, one: string, larger: readonly string[]): string {
  let size = number;
  let unit = one;
  for (const next of larger) {
    if (size < 999.5) break;
    size /= 1000;
    unit = next;
  }
  return `${unit === one || size >= 9.95 ? Math.round(size) : size.toFixed(1)}${unit}`;
}
