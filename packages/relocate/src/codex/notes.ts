import type { Note } from "../move/store-plan.js";

const sentences = {
  /** The store lies in the project. */
  "store-in-project":
    "The tool keeps its files in the project itself, so they move with it. Set CODEX_HOME to their new place.",
} as const;

/** What people should know of what lies at a path, by its code. */
export function noteOn(path: string, code: keyof typeof sentences): Note {
  return { code, message: sentences[code], path };
}

/** A session keeps the old path. */
export function sessionStays(tool: string, id: string, path: string | undefined): Note {
  const message = `The session ${id} of ${tool} stays under the old path: its file cannot be changed, or only what was said in it names the folder.`;
  return { code: "session-stays", message, ...(path !== undefined && { path }) };
}
