/** True when a version comes before another, both as 2.1.330. */
export function olderThan(/** @type {string} */ version, /** @type {string} */ other) {
  const [one, two] = [version, other].map((text) => text.split(".").map(Number));
  const at = (one ?? []).findIndex((number, index) => number !== two?.[index]);
  return at >= 0 && (one?.[at] ?? 0) < (two?.[at] ?? 0);
}
