import type { Sink } from "@chatexport/core";
import { nameBytes, safeName, slug } from "./slug.js";

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
  /** Of the file, without its extension, or of the folder. */
  name: string;
}

/** The name of a document: `<source>/<project>/<YYYY-MM-DD>-<title>-<id>`. */
export function documentName(facts: DocumentFacts): DocumentName {
  const { source, project, startedAt, title, edition } = facts;
  const shortId = edition === undefined ? facts.shortId : `${facts.shortId}-${edition}`;
  const day = /^\d{4}-\d{2}-\d{2}/.exec(startedAt ?? "")?.[0] ?? "";
  const room = nameBytes - Buffer.byteLength(`${day}--${shortId}`);
  const words = [day, slug(title ?? "", room), shortId].filter((word) => word !== "");
  return {
    source: safeName(slug(source) || "no-source"),
    project: safeName(slug(project ?? "") || "no-project"),
    name: safeName(words.join("-")),
  };
}

/** Where the document of a sink lies, below the folder of the archive and with slashes. */
export function documentPath(
  { source, project, name }: DocumentName,
  { extension, layout }: Pick<Sink, "extension" | "layout">,
): string {
  const place = `${source}/${project}/${name}`;
  return layout === "folder" ? `${place}/index.${extension}` : `${place}.${extension}`;
}
