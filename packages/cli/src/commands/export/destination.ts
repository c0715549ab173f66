import { dirname, join, parse, resolve } from "node:path";
import {
  assetFolder,
  assetName,
  type FileState,
  isArchive,
  linkTo,
  openAtomic,
  openFolders,
  writeAtomic,
} from "@chatexport/archive";
import { type Content, inBatches } from "@chatexport/archive/content";
import {
  type Context,
  type Session,
  type Sink,
  type SinkContext,
  type Source,
  safeLine,
} from "@chatexport/core";
import { renderAlone } from "@chatexport/core/host";
import { toolOf } from "@chatexport/document";
import { extensionOf } from "../../host/files/paths.js";
import { builtInSinks } from "../../host/plugins/load-plugins.js";
import { searchedStores } from "../../host/plugins/searched-stores.js";
import type { Run } from "../../host/run.js";
import { isBelow } from "../../host/selection/project-filter.js";
import { CliError, noPdf, usageError } from "../../terminal/cli-error.js";
import { writeStdout } from "../../terminal/stdout.js";
import { forStdout } from "../../terminal/stdout-document.js";

/** The destination of documents; the name is for people. */
export type Destination =
  | { kind: "folder" | "file"; name: string; path: string }
  | { kind: "stdout"; name: string; path?: never };

/** Understands `--out`; a file is meant when the name ends like the documents do. */
export async function destinationOf(out: string, sinks: readonly Sink[]): Promise<Destination> {
  if (out === "-") {
    if (sinks.length > 1)
      throw usageError("--out - is one stream: give one --to, or name a folder.");
    return { kind: "stdout", name: "standard output" };
  }
  const extension = await extensionOf(out);
  if (extension === undefined) return { kind: "folder", name: out, path: out };
  // Users who name the sink may shorten its ending: a client takes a transcript as ID.jsonl.
  if (sinks.some((sink) => `.${sink.extension}`.endsWith(`.${extension}`))) {
    if (sinks.length > 1)
      throw usageError(`--out ${out} is one file: give one --to, or name a folder.`);
    return { kind: "file", name: out, path: out };
  }
  if (extension === "pdf") throw noPdf(`--out ${out}`);
  const known = await builtInSinks();
  const other = sinkNamed(out, known);
  if (other) throw usageError(`--out ${out} is a file for ${other.name}: add --to ${other.name}.`);
  // The transcripts of tools, as .codex.jsonl, are not what such a name is meant for.
  const simple = known.filter(({ extension: own }) => !own.includes("."));
  const names = simple.map((sink) => `.${sink.extension}`).join(", ");
  throw usageError(
    `--out ${out}: chatexport writes no .${extension} files, only ${names}. For a folder of this name, add a slash: ${out}/`,
  );
}

/**
 * Throws a usage error where a new folder of documents would lie among the own files of a tool, which may take them for
 * sessions.
 */
export async function refuseStore(
  out: string,
  sources: readonly Source[],
  run: Pick<Run, "report" | "signal">,
): Promise<void> {
  if (await isArchive(out)) return;
  const stores = await searchedStores(sources, run);
  const store = stores.find(({ found, path }) => found && isBelow(resolve(out), path));
  if (store)
    throw usageError(
      `--out ${safeLine(out)}: ${toolOf(store.source)} keeps its own files in ${safeLine(store.path)}; choose another place.`,
    );
}

/** Understands `--out` for a dataset, which has a folder to itself. */
export async function datasetFolder(out: string, dataset: string): Promise<Destination> {
  if (out === "-" || (await sinkForFile(out)) !== undefined)
    throw usageError(
      `${dataset} writes a folder of files: name one with --out, as in --out ${dataset}.`,
    );
  return { kind: "folder", name: out, path: out };
}

/** The sink that the name of a file asks for, by its ending; undefined for a folder or an unknown ending. */
export async function sinkForFile(out: string): Promise<string | undefined> {
  const extension = out === "-" ? undefined : await extensionOf(out);
  if (extension === undefined) return undefined;
  return sinkNamed(out, await builtInSinks())?.name;
}

/** The sink whose documents have this ending: of .claude.jsonl and .jsonl the longer one. */
function sinkNamed(out: string, sinks: readonly Sink[]): Sink | undefined {
  const fitting = sinks.filter(({ extension }) => out.toLowerCase().endsWith(`.${extension}`));
  return fitting.sort((a, b) => b.extension.length - a.extension.length)[0];
}

interface DocumentStream {
  write(sink: Sink, session: Session, context: Context): Promise<void>;
  /** Ends it; a file gets its name only when all that was asked for is in it. */
  close(isComplete: boolean): Promise<{ file?: FileState }>;
}

/** Opens standard output or the one file for all documents; `force` replaces one that is there. */
export async function openStream({ path }: Destination, force: boolean): Promise<DocumentStream> {
  return path === undefined ? stdoutStream() : fileStream(path, force);
}

/** Standard output; a terminal gets no control characters. */
function stdoutStream(): DocumentStream {
  let isEmpty = true;
  return {
    async write(sink, session, context) {
      const content = renderAlone(sink, session, context);
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
async function fileStream(path: string, force: boolean): Promise<DocumentStream> {
  const folders = await openFolders(dirname(path));
  const file = await openAtomic(path);
  const folder = assetFolder(parse(path).name);
  let isEmpty = true;
  const withAssets = (context: Context): SinkContext => ({
    ...context,
    async asset(bytes, mediaType) {
      const name = assetName(bytes, mediaType);
      await writeAtomic(join(await folders.make(folder), name), [bytes], context);
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
        const state = await file.commit(force);
        // It may be edited, or only older: a single file has no manifest that tells.
        if (state === "changed" && !force)
          throw new CliError(
            1,
            `--out ${safeLine(path)}: this file exists and differs: it was edited, or holds an older export. --force overwrites it.`,
          );
        return { file: state };
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
