import { dirname, join } from "node:path";
import type { PackedFiles } from "@chatexport/core/source";
import { projectMark, sessionPath } from "./session-place.js";

/** The files of a session in a pack. */
export const packed: PackedFiles = {
  // A sub-agent of a sub-agent lies in the folder of that one; a log that the tool could not read, beside its own.
  isOwn: (name, id) =>
    /^chats\/session-[\w-]+-(\w{8})\.jsonl?(?:\.unreadable-\d+)?$/.exec(name)?.[1] ===
      id.slice(0, 8) ||
    /^chats\/[\w-]+\/[\w-]+\.jsonl?$/.test(name) ||
    name.startsWith(`tool-outputs/session-${id}/`),
  // Until 2026 a project had another folder; a session can have files in both.
  nameOf: (path) => path.replaceAll("\\", "/").replace(/^.*\/(?=(?:chats|tool-outputs)\/)/, ""),
  rootsOf: ({ within }) => [...new Set(within?.own.map(projectOf))],
  placeFor(folder, system) {
    const chat = sessionPath({ id: "", folder, startedAt: new Date(0) }, system);
    const mark = projectMark(folder, system);
    const project = dirname(dirname(chat));
    return { pathOf: (name) => join(project, name), ...(mark && { mark }) };
  },
  command: (id) => ["gemini", "--resume", id],
};

/** The folder of a project around a file. */
function projectOf(path: string): string {
  return path.replace(/[\\/](?:chats|tool-outputs)[\\/].*$/, "");
}
