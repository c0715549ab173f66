import { statSync } from "node:fs";
import { unreadableFile } from "../diagnostics.js";
import type { Session } from "../model.js";
import type { Context, SessionRef, Source } from "../plugin.js";
import { present } from "../present.js";
import { projectOf } from "../read/folders.js";
import { type FileSourceParts, fileSource } from "./file-source.js";
import { revisionOf, sessionFiles } from "./session-files.js";

/** The facts that a list has of a session. */
export type Listed = Pick<SessionRef, "id"> &
  Partial<
    Pick<
      SessionRef,
      "title" | "cwd" | "project" | "branch" | "startedAt" | "updatedAt" | "parent" | "listedBy"
    >
  >;

/** The parts of a source of a tool that keeps each session in a file. */
export interface DocumentSourceParts
  extends Pick<FileSourceParts<string>, "name" | "format" | "empty" | "places" | "says"> {
  /** True when a file is a session, by its path. */
  isSession(path: string): boolean;
  /** Describes a file without reading it whole; undefined when it is no session of the tool. */
  listed(path: string, context: Context): Listed | undefined;
  /** Other files that the session depends on: it has changed when one of them has, and may say what is in them. */
  beside(path: string): readonly string[];
  /** Reads the session in a file. Throws when it cannot be read. */
  load(path: string, ref: SessionRef<string>, context: Context): Promise<Session>;
}

/** A source of a tool that keeps each session in a file; sessions are known by their ids, of copies the newest. */
export function documentSource({
  isSession,
  listed,
  beside,
  load,
  ...parts
}: DocumentSourceParts): Source<string> {
  const refOf = (path: string, context: Context): SessionRef<string> | undefined => {
    try {
      const found = listed(path, context);
      if (!found) return undefined;
      const revision = revisionOf([path, ...beside(path)], found);
      const bytes = statSync(path).size;
      const project = projectOf(found.cwd);
      return present({ source: parts.name, project, ...found, bytes, revision, locator: path });
    } catch (cause) {
      context.signal.throwIfAborted();
      context.report(unreadableFile(path, cause));
      return undefined;
    }
  };
  return fileSource<string>({
    ...parts,
    sessionsAt: (place, context) =>
      sessionFiles(place, isSession, context).flatMap((path) => refOf(path, context) ?? []),
    filesOf: (path) => [path, ...beside(path)],
    load: (ref, context) => load(ref.locator, ref, context),
  });
}
