const eighths = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];

/** A bar that shows a share, from 0 to 1, of so many columns; what is more than nothing shows. */
export function barOf(share: number, columns: number): string {
  if (share <= 0) return "";
  const length = Math.max(1, Math.round(share * columns * 8));
  return "█".repeat(Math.floor(length / 8)) + eighths[length % 8];
}
