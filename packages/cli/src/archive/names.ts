import { type Sink, withoutEscapeSequences } from "@chatexport/core";

/** What the name of a document is made of. */
export interface DocumentFacts {
  source: string;
  project?: string;
  /** RFC 3339 in UTC. */
  startedAt?: string;
  title?: string;
  /** From `shortIds`: it alone makes the name unique. */
  shortId: string;
  /** Counted from 2: a document that stands beside an earlier one of the same session. */
  edition?: number;
}

/** Where a document belongs; a sink adds its extension. */
export interface DocumentName {
  source: string;
  project: string;
  /** File name without its extension. */
  name: string;
}

// 120 bytes for a whole name leave this much beside ".files" or an extension.
const nameBytes = 112;

const deviceName = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])$/i;

/** The name of a document: `<source>/<project>/<YYYY-MM-DD>-<title>-<id>`. */
export function documentName(facts: DocumentFacts): DocumentName {
  const { source, project, startedAt, title, edition } = facts;
  const shortId = edition === undefined ? facts.shortId : `${facts.shortId}-${edition}`;
  const day = /^\d{4}-\d{2}-\d{2}/.exec(startedAt ?? "")?.[0] ?? "";
  const room = nameBytes - Buffer.byteLength(`${day}--${shortId}`);
  const words = [day, cut(slug(title ?? ""), room), shortId].filter((word) => word !== "");
  return {
    source: safeName(cut(slug(source), nameBytes) || "no-source"),
    project: safeName(cut(slug(project ?? ""), nameBytes) || "no-project"),
    name: safeName(words.join("-")),
  };
}

/** Where the document of a sink lies, below the folder of the archive and with slashes. */
export function documentPath({ source, project, name }: DocumentName, sink: Sink): string {
  return `${source}/${project}/${name}.${sink.extension}`;
}

/** Letters, digits and marks of any script in lower case, all else as single hyphens. */
function slug(text: string): string {
  // Normalised last, because lower case can take a letter apart.
  const words = visible(text).toLowerCase().normalize("NFC");
  return words.replace(/[^\p{L}\p{M}\p{N}]+/gu, "-").replace(/^-|-$/g, "");
}

/** The text as a person sees it: without escape sequences and marks of direction. */
function visible(text: string): string {
  return withoutEscapeSequences(text).replace(/\p{Cf}/gu, "");
}

/** The longest beginning, in whole characters, that fits into so many bytes of UTF-8. */
function cut(text: string, bytes: number): string {
  const encoded = Buffer.from(text);
  if (encoded.length <= bytes) return text;
  let end = bytes;
  while (end > 0 && isContinuation(encoded[end])) end--;
  return encoded.toString("utf8", 0, end).replace(/-$/, "");
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}

/** Windows opens a device instead of a file of such a name. */
function safeName(name: string): string {
  return deviceName.test(name) ? `${name}-` : name;
}
