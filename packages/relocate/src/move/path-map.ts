import { attempt, percentEncoded } from "@chatexport/core/read";
/** A folder, or a file, and where it will be: two absolute paths of the same system. */
export interface PathPair {
  from: string;
  to: string;
  /** Names in any case lead to `from`, as on most disks of a Mac; of Windows paths this is so in any case. */
  ignoresCase?: boolean;
}

/**
 * The new paths when folders move. A path matches where it is the folder itself or lies in it:
 * `/src/co` is not around `/src/cobalt`. Of several folders the innermost counts.
 */
export interface PathMap {
  readonly pairs: readonly PathPair[];
  /**
   * The new path; undefined for one that stays. Of Windows paths neither case nor the kind of separator
   * counts, and both stay as they were written, as far as they can. Of others case counts unless the disk ignores it.
   */
  path(path: string): string | undefined;
  /** The same for a `file:` URI. What follows the folder keeps its escapes. */
  uri(uri: string): string | undefined;
  /** One of them is in every text that names a folder; undefined where no such words are known. */
  readonly words: readonly Word[] | undefined;
  /** True when bytes may hold one of the folders, in any of its spellings; only false is certain. */
  mayHold(bytes: Uint8Array): boolean;
}

/** A part of a path: letters, digits, ".", "_" and "-". */
interface Word {
  text: string;
  /** Tells if it may be in upper or lower case. */
  isAnyCase: boolean;
}

/** A map of paths by folders that move. */
export function pathMap(pairs: readonly PathPair[]): PathMap {
  const folders = pairs.map(folderOf).sort((a, b) => b.segments.length - a.segments.length);
  const words = wordsOf(folders);
  return {
    pairs,
    words,
    path: (path) => first(folders, path, mappedPath),
    uri: (uri) => first(folders, uri, mappedUri),
    mayHold({ buffer, byteOffset, byteLength }) {
      const bytes = Buffer.from(buffer, byteOffset, byteLength);
      return (
        words === undefined || words.some((word) => word.isAnyCase || bytes.includes(word.text))
      );
    },
  };
}

/** A map between two systems, which may write paths in other ways. */
export function spelledThere(map: PathMap): PathMap {
  return {
    ...map,
    path(path) {
      const mapped = map.path(path);
      if (mapped === undefined) return undefined;
      const goesToWindows = map.pairs.some(
        ({ to }) => isWindowsPath(to) && mapped.toLowerCase().startsWith(to.toLowerCase()),
      );
      if (goesToWindows) return mapped.replaceAll("/", "\\");
      return isWindowsPath(path) ? mapped.replaceAll("\\", "/") : mapped;
    },
  };
}

/** True when a path is one of Windows: with a drive, or on another machine. */
export function isWindowsPath(path: string): boolean {
  return /^(?:[A-Za-z]:|\\\\)/.test(path);
}

/** True when a path is a folder or lies in it. */
export function isWithin(path: string, folder: string, ignoresCase = false): boolean {
  return pathMap([{ from: folder, to: folder, ignoresCase }]).path(path) !== undefined;
}

/** True when two names differ in case alone: on some disks they lead to the same folder. */
export function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

interface Folder {
  isWindows: boolean;
  ignoresCase: boolean;
  /** As they are compared; the first one of Windows is the drive, or the other machine. */
  segments: string[];
  /** A part of the path that is in every text that names the folder; "" where there is none. */
  word: string;
  to: string;
}

function folderOf({ from, to, ...pair }: PathPair): Folder {
  const isWindows = isWindowsPath(from);
  const ignoresCase = isWindows || pair.ignoresCase === true;
  const names = from.split(isWindows ? /[\\/]+/ : /\/+/).filter((name) => name !== "");
  const segments = names.map((name) => comparable(name, ignoresCase));
  return { isWindows, ignoresCase, segments, word: wordOf(segments), to };
}

/** The longest word of letters that are written in one way only: others may be escaped. */
function wordOf(segments: readonly string[]): string {
  return segments
    .flatMap((segment) => segment.split(/[^A-Za-z0-9._-]+/))
    .reduce((longest, word) => (word.length >= longest.length ? word : longest), "");
}

function comparable(segment: string, ignoresCase: boolean): string {
  const text = segment.normalize("NFC");
  return ignoresCase ? text.toLowerCase() : text;
}

function first(
  folders: readonly Folder[],
  text: string,
  map: (text: string, folder: Folder) => string | undefined,
): string | undefined {
  for (const folder of folders) {
    // Most texts name none of many folders.
    if (!folder.ignoresCase && !text.includes(folder.word)) continue;
    const result = map(text, folder);
    if (result !== undefined) return result;
  }
  return undefined;
}

function mappedPath(
  path: string,
  { isWindows, ignoresCase, segments, to }: Folder,
): string | undefined {
  if (isWindows ? !/^(?:\/?[A-Za-z]:[\\/]|\\\\)/.test(path) : !path.startsWith("/"))
    return undefined;
  const rest = restBehind(path, segments, isWindows ? /[\\/]/ : /\//, (segment) =>
    comparable(segment, ignoresCase),
  );
  if (rest === undefined || leadsOut(rest)) return undefined;
  return (isWindows ? spelledAs(path, to) : to) + rest;
}

/** True when a path in a folder leaves it again: `/../other`. */
function leadsOut(rest: string): boolean {
  let depth = 0;
  for (const segment of rest.split(/[\\/]+/)) {
    if (segment === "..") depth--;
    else if (segment !== "" && segment !== ".") depth++;
    if (depth < 0) return true;
  }
  return false;
}

/**
 * The rest of a path after the segments of a folder; undefined when the path is not in the folder.
 */
function restBehind(
  path: string,
  segments: readonly string[],
  separator: RegExp,
  compared: (segment: string) => string,
): string | undefined {
  let at = 0;
  for (const segment of segments) {
    while (at < path.length && separator.test(path.charAt(at))) at++;
    const start = at;
    while (at < path.length && !separator.test(path.charAt(at))) at++;
    if (compared(path.slice(start, at)) !== segment) return undefined;
  }
  return path.slice(at);
}

/** A path of Windows with the separators that another one has, and its drive in the same case. */
function spelledAs(model: string, path: string): string {
  const separated = model.includes("\\") ? path.replaceAll("/", "\\") : path.replaceAll("\\", "/");
  const [, slash = "", drive] = /^(\/?)([A-Za-z]):/.exec(model) ?? [];
  return slash + (drive === undefined ? separated : withDriveAs(drive, separated));
}

function withDriveAs(model: string, path: string): string {
  return path.replace(/^[A-Za-z](?=:)/, (drive) =>
    model === model.toLowerCase() ? drive.toLowerCase() : drive.toUpperCase(),
  );
}

function mappedUri(
  uri: string,
  { isWindows, ignoresCase, segments, to }: Folder,
): string | undefined {
  const [, authority = "", path = ""] = /^file:\/\/([^/]*)(\/.*)$/is.exec(uri) ?? [];
  if (path === "") return undefined;
  const isLocal = authority === "" || authority.toLowerCase() === "localhost";
  if (!isWindows && !isLocal) return undefined;
  const rest = restBehind(isLocal ? path : `/${authority}${path}`, segments, /\//, (segment) =>
    comparable(attempt(() => decodeURIComponent(segment)) ?? segment, ignoresCase),
  );
  if (rest === undefined) return undefined;
  const start = /^(?:\\\\|\/\/)/.test(to) ? "file:" : `file://${isLocal ? authority : ""}`;
  return start + encodedPath(to, path) + rest;
}

/** The path of a URI, with the escapes of VS Code and the drive as in `model`, the path of another one. */
function encodedPath(path: string, model: string): string {
  const [, drive = "c", colon = "%3A"] = /^\/([A-Za-z])(:|%3A)/i.exec(model) ?? [];
  if (!isWindowsPath(path)) return escaped(path);
  const local = withDriveAs(drive, path).replaceAll("\\", "/");
  return escaped(local).replace(/^([A-Za-z])%3A/, `/$1${colon}`);
}

function escaped(path: string): string {
  return path
    .split("/")
    .map((segment) => percentEncoded(segment))
    .join("/");
}

/** Undefined where a path has no such part. */
function wordsOf(folders: readonly Folder[]): Word[] | undefined {
  if (folders.some(({ word }) => word === "")) return undefined;
  const words = folders.map(({ word, ignoresCase }) => ({ text: word, isAnyCase: ignoresCase }));
  return [...new Map(words.map((word) => [`${word.isAnyCase} ${word.text}`, word])).values()];
}
