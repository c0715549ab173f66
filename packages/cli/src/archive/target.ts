import type { Context, Session, Sink } from "@chatexport/core";
import type { FileState } from "./atomic-file.js";
import type { Content } from "./batches.js";
import type { DocumentName } from "./names.js";

/** A session on its way to a document. */
export interface Document {
  session: Session;
  sink: Sink;
  name: DocumentName;
  context: Context;
}

/** Where documents go: a folder, one file, or standard output. */
export interface Target {
  /** The file of a document, when each has its own. */
  pathOf?(document: Pick<Document, "sink" | "name">): string;
  /** Renders and writes a document; resolves to the state of its file, when it has its own. */
  write(document: Document): Promise<FileState | undefined>;
  /** Ends the work on the file that all documents share; it gets its name only if complete. */
  close?(complete: boolean): Promise<FileState | undefined>;
}

/** A document that follows another one in the same stream. */
export async function* following(
  sink: Sink,
  content: Content,
): AsyncGenerator<string | Uint8Array> {
  // Without an empty line, the end of one document and the beginning of the next would run together.
  if (sink.mediaType.startsWith("text/")) yield "\n";
  yield* content;
}
