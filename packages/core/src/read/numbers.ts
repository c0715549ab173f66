/** A number with its thousands apart: "1,234". */
export function formatCount(count: number): string {
  // Not by Intl: its first number takes longer than listing a hundred sessions.
  const [whole = "", ...fraction] = String(count).split(".");
  return [whole.replace(/\B(?=(?:\d{3})+$)/g, ","), ...fraction].join(".");
}

/** A counted noun: 1 session, 1,234 sessions. */
export function plural(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? "" : "s"}`;
}
