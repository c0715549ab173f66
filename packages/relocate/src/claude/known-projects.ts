import { join } from "node:path";
import { jsonLines, objectOf, textOf } from "@chatexport/core/read";
import {
  type ConfigPlace,
  indexName,
  promptFields,
  stateProjects,
} from "@chatexport/source-claude/paths";
import { readBytes } from "./contents.js";

/** The paths of projects that the tool has noted besides its transcripts; what cannot be read tells none. */
export function knownProjects({ history, states }: ConfigPlace): string[] {
  const [field = ""] = promptFields;
  const paths = new Set<string>();
  const add = (path: unknown) => {
    const text = textOf(path);
    if (text !== undefined) paths.add(text);
  };
  tolerantly(() => {
    for (const batch of history === undefined ? [] : jsonLines(history))
      for (const line of batch) if ("record" in line) add(line.record[field]);
  });
  for (const state of states)
    for (const name of Object.keys(objectOf(jsonIn(state)?.[stateProjects]) ?? {})) add(name);
  return [...paths];
}

/** The path of the project that the index in a folder names. */
export function indexedProject(folder: string): string | undefined {
  return textOf(jsonIn(join(folder, indexName))?.originalPath);
}

function jsonIn(path: string): ReturnType<typeof objectOf> {
  return tolerantly(() =>
    objectOf(
      JSON.parse(
        readBytes(path)
          .toString()
          .replace(/^\uFEFF/, ""),
      ),
    ),
  );
}

function tolerantly<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch {
    // Whoever edits the file says what is wrong with it.
    return undefined;
  }
}
