import type { Session } from "@chatexport/core";
import { isPrompt } from "@chatexport/document";
import { missingPrompt } from "../prompts.js";
import type { Draft } from "./draft.js";
import type { Line } from "./line.js";

/** The record of the prompt of this number on the active branch, counted from 1. Throws `ChangeError` when there is none. */
export function promptLine(draft: Draft, session: Session | undefined, number: number): Line {
  const prompts = session?.messages.filter(isPrompt) ?? [];
  const line = draft.links.find(({ uuid }) => uuid === prompts[number - 1]?.id);
  if (line) return line;
  throw missingPrompt(number, session);
}
