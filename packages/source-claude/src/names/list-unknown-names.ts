import {
  contextFor,
  type EngineOptions,
  type JsonObject,
  type SourceOptions,
} from "@chatexport/core";
import { readJsonLines, unreadableFile } from "@chatexport/core/read";
import { findStores } from "../locate/find-stores.js";
import { findRoots } from "../locate/roots.js";
import type { UnknownName } from "./unknown-names.js";

/**
 * The names of types and keys that this version does not know, in the transcripts of the places that
 * the options name or in the records given. Names only: no value of a record is in the result.
 */
export async function unknownNames(
  from: SourceOptions | AsyncIterable<JsonObject>,
  engine: EngineOptions = {},
): Promise<UnknownName[]> {
  // The tables of names are of use here alone.
  const { UnknownNames } = await import("./unknown-names.js");
  const names = new UnknownNames();
  const records = Symbol.asyncIterator in from ? from : recordsAt(from, engine);
  for await (const record of records) names.add(record);
  return names.result();
}

async function* recordsAt(
  options: SourceOptions,
  engine: EngineOptions,
): AsyncGenerator<JsonObject> {
  const context = contextFor(engine, { source: "claude" });
  const { transcripts, looseAgents } = findStores(findRoots(options), context);
  const paths = [
    ...transcripts.flatMap(({ path, agents }) => [path, ...agents.map((agent) => agent.path)]),
    ...looseAgents.map(({ path }) => path),
  ];
  for (const path of new Set(paths)) {
    try {
      for await (const lines of readJsonLines(path, context))
        for (const line of lines) if ("record" in line) yield line.record;
    } catch (cause) {
      context.signal.throwIfAborted();
      context.report(unreadableFile(path, cause));
    }
  }
}
