import { dirname, join, parse } from "node:path";
import {
  assetFolder,
  assetName,
  type FileState,
  linkTo,
  openAtomic,
  openFolders,
  writeAtomic,
} from "@chatexport/archive";
import { type Content, inBatches } from "@chatexport/archive/content";
import type { Context, Session, Sink, SinkContext } from "@chatexport/core";
import { writeStdout } from "../terminal/stdout.js";
import { forStdout } from "../terminal/stdout-document.js";
import type { Destination } from "./destination.js";

/** Takes documents one after another. */
export interface DocumentStream {
  write(sink: Sink, session: Session, context: Context): Promise<void>;
  /** Ends it; a file gets its name only when all that was asked for is in it. */
  close(isComplete: boolean): Promise<{ file?: FileState }>;
}

/** Opens standard output or the one file for all documents. */
export async function openStream({ path }: Destination): Promise<DocumentStream> {
  return path === undefined ? stdoutStream() : fileStream(path);
}

/** Standard output; a terminal gets no control characters. */
function stdoutStream(): DocumentStream {
  let isEmpty = true;
  return {
    async write(sink, session, context) {
      const content = sink.render(session, { ...context, asset: async () => undefined });
      const batches = inBatches(isEmpty ? content : following(sink, content));
      for await (const batch of forStdout(batches)) {
        context.signal.throwIfAborted();
        isEmpty = false;
        await writeStdout(batch);
      }
    },
    close: async () => ({}),
  };
}

/** One file; the images of its documents lie in a folder beside it. */
async function fileStream(path: string): Promise<DocumentStream> {
  const folders = await openFolders(dirname(path));
  const file = await openAtomic(path);
  const folder = assetFolder(parse(path).name);
  let isEmpty = true;
  const withAssets = (context: Context): SinkContext => ({
    ...context,
    async asset(bytes, mediaType) {
      const name = assetName(bytes, mediaType);
      await writeAtomic(join(await folders.make(folder), name), [bytes], context.signal);
      return linkTo(folder, name);
    },
  });
  return {
    async write(sink, session, context) {
      const content = sink.render(session, withAssets(context));
      await file.append(isEmpty ? content : following(sink, content), context.signal);
      isEmpty = false;
    },
    async close(isComplete) {
      try {
        if (!isComplete || isEmpty) return {};
        await file.sync();
        return { file: await file.commit() };
      } finally {
        await file.discard();
      }
    },
  };
}

/** A document that follows another one in the same stream. */
async function* following(sink: Sink, content: Content): AsyncGenerator<string | Uint8Array> {
  // Without an empty line, the end of one document and the beginning of the next would run together.
  if (sink.mediaType.startsWith("text/")) yield "\n";
  yield* content;
}
