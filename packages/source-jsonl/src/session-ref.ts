import {
  type JsonObject,
  nonEmpty,
  type Parent,
  type Project,
  present,
  type SessionRef,
} from "@chatexport/core";
import { objectOf, stringOf, textOf } from "@chatexport/core/read";
import type { ArchiveFile } from "./archive-files.js";

/** The facts in the line of a session about it; the header was checked. */
export function refOf(
  header: JsonObject,
  file: ArchiveFile,
  locator: Locator,
): SessionRef<Locator> {
  return present({
    id: stringOf(header.id) ?? "",
    source: stringOf(header.source) ?? "",
    title: textOf(header.title),
    cwd: textOf(header.cwd),
    project: projectOf(objectOf(header.project)),
    branch: textOf(objectOf(header.git)?.branch),
    startedAt: textOf(header.startedAt),
    updatedAt: textOf(header.updatedAt),
    bytes: locator.end - locator.start,
    archived: typeof header.archived === "boolean" ? header.archived : undefined,
    parent: parentOf(objectOf(header.parent)),
    revision: `${file.revision}-${locator.start}`,
    locator: { ...locator },
  });
}

function projectOf(project: JsonObject | undefined): Project | undefined {
  const fields = present({
    name: textOf(project?.name),
    path: textOf(project?.path),
    uri: textOf(project?.uri),
    remote: textOf(project?.remote),
  });
  return nonEmpty(Object.keys(fields)) && fields;
}

const relations: readonly Parent["relation"][] = ["subagent", "fork", "continuation"];

function parentOf(parent: JsonObject | undefined): Parent | undefined {
  const relation = relations.find((name) => name === parent?.relation);
  if (!relation) return undefined;
  const sessionId = stringOf(parent?.sessionId);
  return present({ sessionId, relation, toolCallId: textOf(parent?.toolCallId) });
}

/** The place of a session. */
export interface Locator {
  /** The file as the user named it; of a pipe not the copy that is read. */
  path: string;
  /** The byte at which its line begins. */
  start: number;
  /** The byte after its last line. */
  end: number;
  /** The number of its line, counted from 1. */
  line: number;
}
