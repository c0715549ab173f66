import { join, resolve } from "node:path";
import { fingerprintOf, shortHash } from "@chatexport/archive";
import type { ListedSession, Source } from "@chatexport/core";
import { openSearchIndex, type SearchIndex } from "@chatexport/search-index";
import { redactorName } from "../../built-in.js";
import type { OptionsOf } from "../../options/option-table.js";
import { cacheFolder } from "../files/cache-folder.js";
import { version } from "../files/package-file.js";
import { standardInput } from "../files/paths.js";
import { type Run, watched } from "../run.js";

/** The sessions that were listed, and those of them that are searched. */
interface Listing {
  listed: readonly ListedSession[];
  selected: readonly ListedSession[];
}

/**
 * The index over the sessions in the user's cache folder, brought up to date with those that are searched. Undefined
 * where they have to be searched themselves: it holds no secrets, no homes and no names of people, and so
 * nothing for a search that may find or has to replace these.
 */
export async function currentIndex(
  sources: readonly Source[],
  { listed, selected }: Listing,
  options: Pick<OptionsOf<"search">, "index" | "home" | "root" | "option">,
  run: Run,
): Promise<SearchIndex | undefined> {
  const { redaction, messages, diagnostics, signal } = run;
  const [masking] = redaction.inputs;
  const isPlain = masking !== undefined && !masking.options.paths && !masking.options.personal;
  if (!options.index || !isPlain || options.root?.includes(standardInput)) return undefined;
  const { home, root, option = [] } = options;
  const settings = option.filter(({ plugin }) => plugin !== redactorName);
  const index = await openSearchIndex({
    folder: join(cacheFolder(), "chatexport", "search"),
    rules: fingerprintOf(...redaction.inputs, { name: "chatexport", version, options: {} }),
    place: shortHash(
      JSON.stringify([home && resolve(home), root?.map((path) => resolve(path)), settings]),
    ),
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
