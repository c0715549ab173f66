import { safeLine } from "@chatexport/core";
import type { About, Recovery } from "@chatexport/relocate";
import { capitalized } from "../../terminal/sentence.js";
import { shortPath } from "../files/paths.js";

/** A change of stores as people call it: "the move of ~/a to ~/b". */
export function changeName({ about, from, to }: Change): string {
  if (!about) return `the move of ${shortPath(from)} to ${shortPath(to)}`;
  const session = about.session && ` ${safeLine(about.session.slice(0, 8))}`;
  return `chatexport ${about.command}${session} in ${shortPath(from)}`;
}

interface Change {
  about?: About;
  from: string;
  to: string;
}

/** The result of a change that was interrupted. */
export function recoveryText({ outcome, leftover = "", reason = "", ...change }: Recovery): string {
  const name = capitalized(`${changeName(change)} was interrupted`);
  if (outcome === "rolled-back") return `${name}: everything is as it was before it.`;
  if (outcome === "finished") return `${name} at its very end: it is complete now.`;
  return `${name} at its very end: it is complete, but ${shortPath(leftover)} cannot be removed (${safeLine(reason)}).`;
}
