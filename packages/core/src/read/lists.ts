/** Adds a value to one of several lists by key; the first one begins the list. */
export function addToList<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  getOrAdd(lists, key, () => []).push(value);
}

/** The value of a key, which is made and added where there is none. */
export function getOrAdd<Key, Value>(
  map: Map<Key, Value>,
  key: Key,
  make: () => NoInfer<Value>,
): Value {
  const value = map.get(key) ?? make();
  map.set(key, value);
  return value;
}

/** The items by their key, in their order. */
export function groupBy<Item, Key extends string>(
  items: Iterable<Item>,
  keyOf: (item: Item) => Key,
): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) addToList(groups, keyOf(item), item);
  return groups;
}

/** The number of times that each value occurs, in the order in which they first do. */
export function countEach<Value>(values: Iterable<Value>): Map<Value, number> {
  const counts = new Map<Value, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/** The words of texts: long lists of names, which fill their lines. */
export function wordsOf(...texts: readonly string[]): string[] {
  return texts.flatMap((text) => text.match(/\S+/g) ?? []);
}

/** The names in such texts. */
export function nameSet(...texts: readonly string[]): ReadonlySet<string> {
  return new Set(wordsOf(...texts));
}

/** The values that names mean, from lists of a value and texts with its names. */
export function byName<Value>(
  lists: readonly (readonly [value: Value, ...names: string[]])[],
): ReadonlyMap<string, Value> {
  return new Map(
    lists.flatMap(([value, ...names]) => wordsOf(...names).map((name) => [name, value])),
  );
}

/** A function that does its work when its result is first asked for. */
export function once<Value>(work: () => Value): () => Value {
  const make = remembered(work);
  return () => make(undefined);
}

/** A function that makes each value once. */
export function remembered<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new Map<Key, { value: Value }>();
  return (key) => {
    const known = made.get(key) ?? { value: make(key) };
    made.set(key, known);
    return known.value;
  };
}

/** An id that is not among some others, which it is added to: else it gets a suffix. */
export function uniqueId(id: string, suffix: number, ids: Set<string>): string {
  const unique = ids.has(id) ? `${id}~${suffix}` : id;
  ids.add(unique);
  return unique;
}
