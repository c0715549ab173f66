/** The texts that this source adds itself. */
export const says = { ended: "The turn was not completed." };
