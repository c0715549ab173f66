/** A range of keys. */
export interface KeyRange {
  /** The condition on the column of the keys. */
  where(column: string): string;
  /** What stands for each `?` of the condition. */
  parameters: string[];
}

/**
 * The keys that begin with `prefix`, as a range of the index, unlike LIKE: no character means
 * anything but itself. With `from`, only those at or after it. NULL is in no range.
 */
export function keyRange(prefix: string, from = prefix, comparison: ">=" | ">" = ">="): KeyRange {
  const end = successor(prefix);
  if (end === undefined)
    return { where: (column) => `${column} ${comparison} ?`, parameters: [from] };
  return {
    where: (column) => `${column} ${comparison} ? AND ${column} < ?`,
    parameters: [from, end],
  };
}

/** The least string above all that begin with `prefix`, in the order of UTF-8; undefined: none is. */
export function successor(prefix: string): string | undefined {
  const characters = [...prefix];
  while (characters.length > 0) {
    const last = characters.pop()?.codePointAt(0) ?? 0;
    // Surrogates are no characters.
    if (last < 0x10ffff)
      return characters.join("") + String.fromCodePoint(last === 0xd7ff ? 0xe000 : last + 1);
  }
  return undefined;
}
