/** The texts that this source adds itself. */
export const says = { asked: "The tool asked for something.", format: "jsonl" };
