/** The texts that this source adds itself. */
export const says = {
  interrupted: "The turn was interrupted.",
  failed: "The turn failed.",
  exited: "Exit code",
};
