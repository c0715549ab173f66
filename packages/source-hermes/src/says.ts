/** The texts that this source adds itself. */
export const says = { relations: "fork continuation branch" };
