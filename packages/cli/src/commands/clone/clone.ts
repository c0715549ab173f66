import type { OptionsOf } from "../../options/option-table.js";
import { copySession } from "./copy-session.js";

/** Copies a session under another id; resolves to the exit code. */
export function clone(options: OptionsOf<"clone">, id: string): Promise<number> {
  return copySession("clone", options, id);
}
