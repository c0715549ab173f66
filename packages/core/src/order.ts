/** Compares by code units, not by a locale: an order must not depend on the machine. */
export function compareStrings(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Compares sessions by the time of their first record, then by id; those without a time come first. */
export function byStart<Started extends { id: string; startedAt?: string }>(
  a: Started,
  b: Started,
): number {
  return compareStrings(a.startedAt ?? "", b.startedAt ?? "") || compareStrings(a.id, b.id);
}
