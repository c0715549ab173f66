/** The items by their key, in their order. */
export function groupBy<Item>(
  items: Iterable<Item>,
  keyOf: (item: Item) => string,
): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

/** The words of a text: a long list of names, which fills its lines. */
export function wordsOf(text: string): string[] {
  return text.trim().split(/\s+/);
}

/** What names stand for, from lists of the names of each. */
export function byName<Value>(
  lists: readonly (readonly [value: Value, names: string])[],
): ReadonlyMap<string, Value> {
  return new Map(lists.flatMap(([value, names]) => wordsOf(names).map((name) => [name, value])));
}

/** A function that does its work when its result is first asked for. */
export function once<T>(work: () => T): () => T {
  let done: { value: T } | undefined;
  return () => {
    done ??= { value: work() };
    return done.value;
  };
}
