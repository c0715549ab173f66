import { unreadableFile } from "../diagnostics.js";
import type { Session } from "../model.js";
import type { Context, SessionRef, Source } from "../plugin.js";
import { present } from "../present.js";
import { fileSource } from "./file-source.js";
import { bothEnds, type Ends, revisionOf, sessionFiles } from "./session-files.js";

/** The facts that a list has of a session, from both ends of its file. */
export type Listed = Pick<SessionRef, "id"> &
  Partial<
    Pick<SessionRef, "title" | "cwd" | "project" | "branch" | "startedAt" | "updatedAt" | "parent">
  >;

/** What makes a source of a tool that keeps each session in a file of JSON Lines. */
export interface LineSourceParts {
  name: string;
  /** Where sessions are looked for; see `placesOf`. */
  places: readonly string[];
  /** Whether a file is a session, by its path. */
  isSession(path: string): boolean;
  /** What both ends of a file tell; undefined when it is no session of the tool. */
  listed(ends: Ends, path: string): Listed | undefined;
  /** Other files that the session depends on: it has changed when one of them has. */
  beside?(ends: Ends, path: string): string | readonly string[];
  /** Reads the session in a file. Throws when it cannot be read. */
  load(path: string, ref: SessionRef<string>, context: Context): Promise<Session>;
  /** Words that the source adds itself: texts of notices, and names that stand nowhere in the file. */
  says: Readonly<Record<string, string>>;
}

/** A source of a tool that keeps each session in a file of JSON Lines; sessions are known by their ids, of copies the newest. */
export function lineSource({
  name,
  places,
  isSession,
  listed,
  beside = () => [],
  load,
  says,
}: LineSourceParts): Source<string> {
  const refOf = (path: string, context: Context): SessionRef<string> | undefined => {
    try {
      const ends = bothEnds(path);
      const found = listed(ends, path);
      if (!found) return undefined;
      const revision = revisionOf([path].concat(beside(ends, path)), found);
      return present({ source: name, ...found, bytes: ends.bytes, revision, locator: path });
    } catch (cause) {
      context.signal.throwIfAborted();
      context.report(unreadableFile(path, cause));
      return undefined;
    }
  };
  return fileSource<string>({
    name,
    places,
    sessionsAt: (place, context) =>
      sessionFiles(place, isSession, context).flatMap((path) => refOf(path, context) ?? []),
    filesOf: (path) => [path],
    load: (ref, context) => load(ref.locator, ref, context),
    says,
  });
}
