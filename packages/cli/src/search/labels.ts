import { safeLine } from "@chatexport/core";
import type { SessionPart } from "./session-parts.js";

/** Who or what said it, in one word as far as it goes: the tool by its own name. */
export function labelOf({ in: place, role, call }: SessionPart): string {
  if (call) return safeLine(call.name) || call.kind;
  if (place === "reasoning") return "thought";
  return role === undefined || (role === "tool" && place === "file") ? place : role;
}

/** Where else than on the main line of the session something stands. */
export function placesOf({ subagent, branch }: SessionPart): string[] {
  return [...(subagent ? ["sub-agent"] : []), ...(branch ? ["branch"] : [])];
}

/** The time in UTC, to the minute, of a message that has one. */
export function minuteOf({ message }: SessionPart): string | undefined {
  const { createdAt } = message ?? {};
  return createdAt && safeLine(createdAt.slice(0, 16).replace("T", " "));
}
