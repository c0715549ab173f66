/** Lets others have their turn. In a browser, where there is no `setImmediate`, that takes a millisecond. */
export function nextTurn(): Promise<void> {
  const { setImmediate, setTimeout }: Turns = globalThis;
  return new Promise((resolve) => (setImmediate ?? setTimeout)(resolve));
}

interface Turns {
  setImmediate?: (resolve: () => void) => unknown;
  setTimeout: (resolve: () => void) => unknown;
}
