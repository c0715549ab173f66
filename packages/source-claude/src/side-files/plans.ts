import { basename } from "node:path";
import {
  allMessages,
  type Context,
  type FilePart,
  type Session,
  withSubagents,
} from "@chatexport/core";
import { readSideFile } from "./read-side-file.js";

/** The plans of a session as files, without those that a call of it shows word for word. */
export async function planFiles(
  session: Session,
  paths: readonly string[],
  context: Context,
): Promise<FilePart[]> {
  if (paths.length === 0) return [];
  const shown = shownPlans(session);
  const files: FilePart[] = [];
  for (const path of paths) {
    const read = await readSideFile(path, context);
    const text = "text" in read ? read.text.trim() : undefined;
    if (text === "" || (text !== undefined && shown.has(text))) continue;
    const name = basename(path);
    files.push({ type: "file", mediaType: "text/markdown", name, path, ...read, from: "tool" });
  }
  return files;
}

function shownPlans(session: Session): Set<string> {
  const plans = new Set<string>();
  for (const each of withSubagents(session))
    for (const { parts } of allMessages(each))
      for (const part of parts)
        if (part.type === "tool-call" && part.kind === "plan" && part.text !== undefined)
          plans.add(part.text.trim());
  return plans;
}
