import { builtIns } from "../src/built-in.js";

/** The names of all sources that come with the program, as messages list them. */
export const sourceNames = Object.keys(builtIns.source) as (keyof typeof builtIns.source)[];
