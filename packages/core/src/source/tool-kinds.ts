import { type JsonObject, listOf, objectOf, objectsOf, stringOf, textOf } from "../json.js";
import type { FileEdit, ToolDetails } from "../model.js";
import { nonEmpty, present } from "../present.js";
import { byName } from "../read/lists.js";
import { editsOfPatch } from "../read/patch-text.js";
import { type ArgumentNames, locationsIn, taken, textsIn } from "./tool-arguments.js";

/** Reads what a call does from its arguments, and from what else its source knows of it. */
export type ToolReader<More extends unknown[] = []> = (
  input: JsonObject,
  ...more: More
) => ToolDetails;

/**
 * A reader of calls by the names of their tools, of which each key of the table has one or more; a tool in none
 * of them is "other". An argument of another kind than its reader wants is not taken: the call's `input` has it.
 */
export function toolKinds<More extends unknown[] = []>(
  table: Readonly<{ [tools: string]: ToolReader<More> }>,
): (tool: string, input: unknown, ...more: More) => ToolDetails {
  const readers = byName(Object.entries(table).map(([tools, reader]) => [reader, tools] as const));
  return (tool, input, ...more) =>
    readers.get(tool)?.(objectOf(input) ?? {}, ...more) ?? { kind: "other" };
}

/** A command in a shell. */
export function execute(names: ArgumentNames<"command" | "cwd" | "title">): ToolReader {
  return (input) => ({ kind: "execute", ...textsIn(input, names) });
}

/** A page of the web, or a search of it. */
export function fetch(names: ArgumentNames<"url" | "query">): ToolReader {
  return (input) => ({ kind: "fetch", ...textsIn(input, names) });
}

/** Work for a sub-agent. */
export function task(names: ArgumentNames<"task" | "title">): ToolReader {
  return (input) => ({ kind: "task", ...textsIn(input, names) });
}

/** A thought, or a line about what comes next. */
export function think(names: ArgumentNames<"title"> = {}): ToolReader {
  return (input) => ({ kind: "think", ...textsIn(input, names) });
}

/** A look into a file or folder. */
export function read(names: ArgumentNames<"path" | "line">): ToolReader {
  return (input) => present({ kind: "read", locations: locationsIn(input, names) });
}

/** A search for files, or in files. */
export function search({ query, path }: ArgumentNames<"query" | "path">): ToolReader {
  return (input) =>
    present({
      kind: "search",
      query: taken(input, query, textOf),
      locations: locationsIn(input, { path }),
    });
}

/**
 * A change of a file: `content` is the whole of a new one, `after` takes the place of `before`; or a list of
 * such changes, which can name files of their own.
 */
export function edit(
  names: ArgumentNames<"path" | "content" | "before" | "after" | "edits">,
): ToolReader {
  return (input) => {
    const path = taken(input, names.path, textOf);
    const list = objectsOf(taken(input, names.edits, listOf));
    const changes = (list.length > 0 ? list : [input]).flatMap(
      (change) => editIn(change, names, path) ?? [],
    );
    return present({ kind: "edit", edits: nonEmpty(changes) });
  };
}

function editIn(
  input: JsonObject,
  names: Parameters<typeof edit>[0],
  outer?: string,
): FileEdit | undefined {
  const path = taken(input, names.path, textOf) ?? outer;
  if (path === undefined) return undefined;
  const content = taken(input, names.content, stringOf);
  if (content !== undefined) return { path, kind: "create", after: content };
  const before = taken(input, names.before, stringOf);
  const after = taken(input, names.after, stringOf);
  return present({ path, kind: "update", before, after });
}

/** A patch in the form of `apply_patch`: in an argument, or all that the model wrote. */
export function patch({ text }: ArgumentNames<"text">): ToolReader<[written?: string]> {
  return (input, written = "") => {
    const edits = editsOfPatch(taken(input, text, stringOf) ?? written);
    return present({ kind: "edit", edits: nonEmpty(edits) });
  };
}
