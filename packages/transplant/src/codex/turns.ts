import type { Message, Session } from "@chatexport/core";
import { objectOf } from "@chatexport/core/read";
import { isPrompt } from "@chatexport/document";
import { missingPrompt } from "../prompts.js";
import type { Line } from "../records/line.js";
import { innerType, type RolloutLine, typeOf } from "./rollout-lines.js";

/**
 * The first line of the turn that a prompt of the active branch began, counted from 1, with the settings that Codex
 * notes before. Throws `ChangeError` when there is no such prompt.
 */
export function turnStart(lines: readonly RolloutLine[], session: Session, number: number): number {
  const prompts = session.messages.filter(isPrompt);
  const at = placeOf(lines, prompts[number - 1], session);
  if (at === -1) throw missingPrompt(number, session);
  const before = placeOf(lines, prompts[number - 2], session);
  const between = lines.slice(before + 1, at);
  // One that was sent while the model worked has no turn of its own.
  const own = between.findLastIndex(({ line }) => isTurnStart(line));
  let start = own === -1 ? at : before + 1 + own;
  while (start - 1 > Math.max(before, 0) && isOpening(lines[start - 1]?.line)) start--;
  return start;
}

function placeOf(
  lines: readonly RolloutLine[],
  prompt: Message | undefined,
  { origin }: Session,
): number {
  if (!prompt) return -1;
  const { path = origin?.path, at } = prompt.origin ?? {};
  return lines.findIndex((each) => each.path === path && each.line.number === at);
}

function isTurnStart(line: Line): boolean {
  const type = innerType(line);
  return type === "task_started" || type === "turn_started";
}

/** True when a record is written before a prompt because of it. */
function isOpening(line: Line | undefined): boolean {
  if (!line) return false;
  if (isTurnStart(line) || isContext(line)) return true;
  const { role } = objectOf(line.record?.payload) ?? {};
  return innerType(line) === "message" && role === "user";
}

/** Tells if a record says to the model where it works, or which settings hold from there on. */
export function isContext(line: Line): boolean {
  const type = typeOf(line);
  if (type === "turn_context" || type === "world_state") return true;
  const inner = innerType(line);
  if (inner === "thread_settings_applied" || inner === "additional_tools") return true;
  return inner === "message" && objectOf(line.record?.payload)?.role === "developer";
}
