import type { ListedSession, Source } from "@chatexport/core";
import { openSearchIndex, type SearchIndex } from "@chatexport/search-index";
import type { OptionsOf } from "../../options/option-table.js";
import { type Run, watched } from "../run.js";
import { indexPlace } from "./index-place.js";

/** The sessions that were listed, and those of them that are searched. */
interface Listing {
  listed: readonly ListedSession[];
  selected: readonly ListedSession[];
}

/**
 * The index over the sessions, brought up to date with those that are searched. Undefined where they have to be searched
 * themselves.
 */
export async function currentIndex(
  sources: readonly Source[],
  { listed, selected }: Listing,
  options: Pick<OptionsOf<"search">, "index" | "home" | "root" | "option">,
  run: Run,
): Promise<SearchIndex | undefined> {
  const { redaction, messages, diagnostics, signal } = run;
  const place = indexPlace(options, run);
  if (!options.index || !place) return undefined;
  const index = await openSearchIndex({
    ...place,
    report: ({ message }) => messages.say(messages.colors.dim(message)),
  });
  // A source that could not read everything has not said that the rest is gone.
  const troubled = new Set(diagnostics.map(({ source }) => source));
  const sound = sources.map(({ name }) => name).filter((name) => !troubled.has(name));
  await index?.forgetOthers(listed, sound);
  await index?.update(selected, {
    transforms: redaction.transforms,
    report: run.report,
    signal,
    watch: (outdated) => watched(outdated, run),
  });
  return index;
}
