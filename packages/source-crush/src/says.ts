/** The texts that this source adds itself. */
export const says = {
  interrupted: "The turn was interrupted.",
  failed: "The turn failed.",
  exited: "Exit code",
  // Of calls and files without one, and of records of which nothing is known.
  names: "bash Todo list part",
};
