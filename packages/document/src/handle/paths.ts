import type { FileLocation, Session } from "@chatexport/core";
import { isSameFolder } from "@chatexport/core/read";

/** The place where paths are shown: in a session. */
interface Place {
  session: Pick<Session, "cwd">;
}

/** A path as it looks from the session's working directory, if it lies below it. */
export function shortPath(path: string, { session: { cwd } }: Place): string {
  if (!cwd || !isSameFolder(path.slice(0, cwd.length), cwd)) return path;
  if (path.length === cwd.length) return ".";
  const rest = path.slice(cwd.length);
  return /^[/\\]./.test(rest) ? rest.slice(1) : path;
}

/** The language of a file for highlighting, from its extension. */
export function languageOf(path: string): string | undefined {
  return /\.([A-Za-z0-9+#-]{1,12})$/.exec(path)?.[1]?.toLowerCase();
}

/** Locations in files, in one line. */
export function locationsLine(locations: readonly FileLocation[], scope: Place): string {
  const shown = locations.map(({ path, line }) => {
    const short = shortPath(path, scope);
    return line === undefined ? short : `${short}:${line}`;
  });
  const [first, ...others] = shown;
  return others.length > 2 ? `${first} and ${others.length} more` : shown.join(", ");
}
