/** The texts that this source adds itself. */
export const says = { resumed: "The user let the agent go on.", imageType: "image/png" };
