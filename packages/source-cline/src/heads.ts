import { basename, dirname } from "node:path";
import { type JsonObject, type Parent, present } from "@chatexport/core";
import {
  beginsPrompt,
  objectOf,
  promptTitle,
  readBytes,
  textOf,
  utcTime,
} from "@chatexport/core/read";
import type { Listed } from "@chatexport/core/source";
import { aboutFile, documentAt, nameOf } from "./documents.js";

/**
 * The facts stored about a session of Cline 4, and the beginning of its messages; undefined for
 * another file.
 */
export function headOf(path: string): Listed | undefined {
  const start = readBytes(path, 0, 2048).toString();
  // A damaged beginning does not cost the session: file and folder are named after it.
  const isNamed = nameOf(path) === basename(dirname(path)) && start !== "";
  if (!isNamed && !/"messages"\s{0,20}:|"sessionId"\s{0,20}:/.test(start)) return undefined;
  const about = documentAt(aboutFile(path)) ?? {};
  const metadata = objectOf(about.metadata) ?? {};
  const git = objectOf(metadata.git);
  return present<Listed>({
    id: textOf(about.session_id) ?? sessionId.exec(start)?.[1] ?? nameOf(path),
    title: titleOf(metadata, about),
    cwd: textOf(about.cwd),
    branch: textOf(git?.branch),
    startedAt: utcTime(about.started_at),
    updatedAt: utcTime(updatedAt.exec(start)?.[1]) ?? utcTime(about.ended_at),
    parent: parentOf(metadata, about),
  });
}

function titleOf(metadata: JsonObject, { prompt }: JsonObject): string | undefined {
  const typed = (textOf(prompt) ?? "").replace(/^<user_input[^>]{0,60}>|<\/user_input>$/g, "");
  const given = textOf(metadata.title);
  return given === undefined || beginsPrompt(given, typed) ? (promptTitle(typed) ?? given) : given;
}

/** The session that one was copied from. */
function parentOf(metadata: JsonObject, about: JsonObject): Parent | undefined {
  const fork = textOf(objectOf(metadata.fork)?.forkedFromSessionId);
  if (fork !== undefined) return { sessionId: fork, relation: "fork" };
  const parent = textOf(about.parent_session_id);
  return parent === undefined ? undefined : { sessionId: parent, relation: "subagent" };
}

/** The id comes before the messages: the file may be gigabytes long. */
const sessionId = /"sessionId"\s{0,20}:\s{0,20}"([^"\\]{1,200})"/;
const updatedAt = /"updated_at"\s{0,20}:\s{0,20}"([^"\\]{1,200})"/;
