let isOurs = false;

/** Ends the program at once, with the exit code that is set already where none is given. */
export function leave(exitCode = process.exitCode): never {
  isOurs = true;
  process.exit(exitCode);
}

/** Whether it was this program that ended itself, and not somebody else's code in it. */
export function hasLeft(): boolean {
  return isOurs;
}
