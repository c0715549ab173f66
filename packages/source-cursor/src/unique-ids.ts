/** Gives the same id a number from the second time on: `a`, `a~2`, `a~3`. */
export function uniqueIds(): (id: string) => string {
  const given = new Set<string>();
  // Where counting stopped, or many that are the same would cost their square.
  const counts = new Map<string, number>();
  return (id) => {
    let count = counts.get(id) ?? 1;
    let unique = id;
    while (given.has(unique)) unique = `${id}~${++count}`;
    counts.set(id, count);
    given.add(unique);
    return unique;
  };
}
