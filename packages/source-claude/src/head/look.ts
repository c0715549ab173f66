import { setImmediate } from "node:timers/promises";
import type { Context } from "@chatexport/core";
import { unreadableFile } from "@chatexport/core/read";
import type { StoreFile } from "../locate/contents.js";
import { type Glance, glance } from "./scan-head.js";

/** Looks at both ends of a transcript. Reports a file that holds no conversation, which is undefined. */
export async function look(file: StoreFile, context: Context): Promise<Glance | undefined> {
  const seen = await lookAtAny(file, context);
  if (!seen || seen.kind === "conversation") return seen;
  reportHidden(file.path, seen.kind, context);
  return undefined;
}

/** Looks at both ends of a file, whatever it holds. Reports one that cannot be read, which is undefined. */
export async function lookAtAny(file: StoreFile, context: Context): Promise<Glance | undefined> {
  // Files are read without waiting, which takes a tenth of the time; others have their turn here.
  await setImmediate();
  context.signal.throwIfAborted();
  try {
    return glance(file);
  } catch (cause) {
    context.report(unreadableFile(file.path, cause));
  }
  return undefined;
}

/** Reports that there is no session in a file. */
export function reportHidden(
  path: string,
  kind: Exclude<Glance["kind"], "conversation">,
  context: Context,
): void {
  context.report({ severity: "info", ...hidden[kind], origin: { path } });
}

const hidden = {
  empty: { code: "empty-transcript", message: "The file is empty, so there is no session in it." },
  "no-conversation": {
    code: "empty-transcript",
    message: "The file holds notes of the tool but no message, so there is no session in it.",
  },
  foreign: {
    code: "foreign-file",
    message: "The file is not a transcript of Claude Code and was left out.",
  },
} as const;
