import { statSync } from "node:fs";
import { basename, dirname, extname, join } from "node:path";
import { type Context, present } from "@chatexport/core";
import {
  isLinesName,
  otherToolFile,
  unknownFile,
  unreadableFile,
  withoutLinesEnding,
} from "@chatexport/core/read";
import type { Copy } from "../conversation/copy.js";
import { emptyTranscript, foreignFile } from "../diagnostics.js";
import { entriesOf, isFolder, statOf } from "../locate/folders.js";
import { lastTimeIn, scanTranscriptHead } from "../parse/agent/scan-transcript.js";
import { locationOfPath } from "../workspaces/locations.js";

/** A file that may be a transcript. */
interface Candidate {
  path: string;
  /** Name of the folder in `~/.cursor/projects`. */
  slug?: string | undefined;
  /** Id of the conversation that started this one. */
  parent?: string | undefined;
}

/**
 * The transcripts below a folder: `~/.cursor/projects`, the folder of one project, an
 * `agent-transcripts` folder, any folder of transcripts, or one file. Flat (`<id>.jsonl`), nested
 * (`<id>/<id>.jsonl`), and sub-agents (`<id>/subagents/<child>.jsonl`). Reads both ends of each.
 * Reports what cannot be read, files that are empty, and a root that is no transcript. `folderOf` finds the
 * folder that a slug in `~/.cursor/projects` stands for, among those that are known.
 */
export function listTranscripts(
  root: string,
  context: Context,
  folderOf: (slug: string) => string | undefined = () => undefined,
): Copy[] {
  return candidatesIn(root, context).flatMap((candidate) => {
    context.signal.throwIfAborted();
    const { path } = candidate;
    try {
      const head = scanTranscriptHead(path);
      if (!("hidden" in head)) return [copyOf(candidate, head, folderOf)];
      // Nothing but transcripts has a reason to lie there under such a name.
      const isOwnPlace = ownName.test(basename(path)) && path.split(/[\\/]/).includes(transcripts);
      if (head.tool && (path === root || isOwnPlace))
        context.report(otherToolFile(path, head.tool));
      else if (head.hidden === "empty") context.report(emptyTranscript(path));
      else if (isOwnPlace) context.report(unknownFile(path, "Cursor"));
      else if (path === root) context.report(foreignFile(path, "transcript"));
    } catch (cause) {
      context.report(unreadableFile(path, cause));
    }
    return [];
  });
}

/** Older ones are named after the conversation alone, in two other endings. */
const ownName =
  /\.jsonl(?:\.(?:gz|zst))?$|^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\.(?:json|txt)$/i;

/** Without its ending. */
function nameOf(path: string): string {
  const name = basename(path);
  return isLinesName(name) ? withoutLinesEnding(name) : basename(name, extname(name));
}

function copyOf(
  { path, slug, parent }: Candidate,
  head: Pick<Copy, "format" | "title" | "startedAt">,
  folderOf: (slug: string) => string | undefined,
): Copy {
  const { size, mtimeMs } = statSync(path);
  const isTimed = head.startedAt !== undefined;
  const cwd = slug === undefined ? undefined : folderOf(slug);
  const isNamed = slug !== undefined && slug !== "empty-window" && !/^\d{13}$/.test(slug);
  return present({
    id: nameOf(path),
    ...head,
    updatedAt: lastTimeIn(path, { format: head.format, size, isTimed }),
    path,
    modifiedAt: new Date(mtimeMs).toISOString(),
    ...(cwd !== undefined ? locationOfPath(cwd) : isNamed && { project: { name: slug } }),
    // A slug cannot be decoded, so that any other copy knows better.
    projectInferred: cwd === undefined && isNamed ? true : undefined,
    parent: parent === undefined ? undefined : { sessionId: parent, relation: "subagent" },
    revision: `${size}-${mtimeMs}`,
    bytes: size,
  });
}

const transcripts = "agent-transcripts";
const deepest = 5;

function candidatesIn(root: string, context: Context): Candidate[] {
  if (statOf(root)?.isFile()) return [{ path: root }];
  if (basename(root) === transcripts) return filesIn(root, slugOf(root), context);
  const names = entriesOf(root, context).folders;
  const folders = [root, ...names.map((name) => join(root, name))]
    .map((folder) => join(folder, transcripts))
    .filter((folder) => isFolder(folder, context));
  if (folders.length > 0)
    return folders.flatMap((folder) => filesIn(folder, slugOf(folder), context));
  // Beside transcripts Cursor keeps other text in there.
  return basename(root) === projects ? [] : filesIn(root, undefined, context);
}

const projects = "projects";

function slugOf(folder: string): string | undefined {
  const slug = basename(dirname(folder));
  return slug === projects ? undefined : slug;
}

function filesIn(
  folder: string,
  slug: string | undefined,
  context: Context,
  levels = deepest,
): Candidate[] {
  const { files, folders } = entriesOf(folder, context);
  const parent = basename(folder) === "subagents" ? basename(dirname(folder)) : undefined;
  const found = files
    .filter((name) => /\.(?:jsonl(?:\.(?:gz|zst))?|json|txt)$/i.test(name))
    .map((name): Candidate => ({ path: join(folder, name), slug, parent }));
  if (levels === 0) return found;
  const below = (name: string) => filesIn(join(folder, name), slug, context, levels - 1);
  return [...found, ...folders.flatMap(below)];
}
