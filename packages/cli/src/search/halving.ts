/** The first item for which it is so, of items in an order in which it is so for all after that one. */
export function firstWhere<Item>(
  items: readonly Item[],
  isSo: (item: Item) => boolean,
): Item | undefined {
  let from = 0;
  let to = items.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    const item = items[middle];
    if (item !== undefined && isSo(item)) to = middle;
    else from = middle + 1;
  }
  return items[from];
}
