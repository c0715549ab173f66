import type { OptionsOf } from "../../options/option-table.js";
import { usageError } from "../../terminal/cli-error.js";
import { copySession } from "../clone/copy-session.js";

/** Copies a session as it was when a prompt had been answered; resolves to the exit code. */
export async function fork({ at, ...options }: OptionsOf<"fork">, id: string): Promise<number> {
  if (at === undefined)
    throw usageError("fork needs a prompt: add --at with its number; clone copies all of it.");
  return copySession("fork", options, id, at);
}
