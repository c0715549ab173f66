/** The texts that this source adds itself. */
export const says = {
  interrupted: "The turn was interrupted.",
  failed: "The turn failed.",
  exited: "Exit code",
  // Names of calls and files without one, and of unknown records.
  names: "bash Todo list part",
};
