/** Adds a value to one of several lists by key; the first one begins the list. */
export function addToList<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

/** The names in texts in which blanks separate them. */
export function nameSet(...texts: string[]): ReadonlySet<string> {
  return new Set(texts.flatMap((text) => text.split(" ")));
}

/** The group of each name, from groups of such texts. */
export function groupByName<Group extends string>(
  groups: Readonly<Partial<Record<Group, readonly string[]>>>,
): ReadonlyMap<string, Group> {
  const all = Object.entries(groups) as [Group, readonly string[]][];
  return new Map(
    all.flatMap(([group, texts]) => [...nameSet(...texts)].map((name) => [name, group])),
  );
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
