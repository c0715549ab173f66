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
