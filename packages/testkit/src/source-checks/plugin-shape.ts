import { apiVersion, type Source } from "@chatexport/core";
import { pluginName } from "../shared/check.js";
import { difference } from "./difference.js";
import { contextWith, failureFrom, listAll, readAll, readStore } from "./reading.js";
import { inNewHome } from "./trial.js";

/** Hosts name sources by a word, and refuse those of another interface. */
export const saysWhatItIs = inNewHome(async function* ({ open }) {
  const source: Source = open();
  const { name, apiVersion: version } = source;
  if (!pluginName.test(String(name)))
    yield `The name is ${JSON.stringify(name)}. It must be a short noun in lower case: "claude".`;
  if (version !== apiVersion)
    yield `apiVersion is ${JSON.stringify(version)}. This version of the interfaces is ${apiVersion}.`;
  for (const method of ["stores", "list", "load"] as const)
    if (typeof source[method] !== "function") yield `The source has no ${method}.`;
  const listed: Partial<AsyncIterable<unknown>> = source.list(contextWith());
  if (typeof listed[Symbol.asyncIterator] !== "function")
    yield "list gives no refs one by one: write `async *list(context)`, and yield them.";
  const stores: unknown = await source.stores(contextWith());
  if (!Array.isArray(stores)) yield "stores resolves to no list.";
});

/** Refs and sessions of one source carry its name. */
export const namesItself = inNewHome(async function* (trial) {
  const { name } = trial.open();
  const { refs } = await readStore(trial);
  for (const { id, source } of refs)
    if (source !== name)
      yield `${id}: the source of the ref is ${JSON.stringify(source)}. It must be the name of the source, "${name}".`;
});

/** A host may list while it lists, and close more than once. */
export const servesSeveralAtOnce = inNewHome(async function* (trial) {
  const { refs } = await readAll(trial.open());
  const source = trial.open();
  const [one, other] = await Promise.all([listAll(source), listAll(source)]);
  await source.close?.();
  try {
    await source.close?.();
  } catch (error) {
    throw failureFrom(error, "The second close throws", "It must do nothing.");
  }
  for (const listed of [one, other]) {
    const changed = difference(refs, listed);
    if (changed !== undefined)
      yield `Two lists at the same time are not what one alone is: ref ${changed}.`;
  }
});
