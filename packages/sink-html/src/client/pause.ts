/** The time for which a script may work before the browser gets its turn, in milliseconds. */
const turnLength = 24;

/** Resolves when the browser had the time to answer its user. */
function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
