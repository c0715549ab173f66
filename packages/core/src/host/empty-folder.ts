import { readdirSync } from "node:fs";
import { attempt } from "../errors.js";

/** Throws, with what to do, for a folder that holds files of others; one that is missing is empty. */
export function refuseUnlessEmpty(folder: string): void {
  const names = attempt(() => readdirSync(folder)) ?? [];
  // What systems and programs hide there is nobody's data.
  if (names.some((name) => !name.startsWith(".")))
    throw new Error(`${folder} holds something else: name an empty folder with --out`);
}
