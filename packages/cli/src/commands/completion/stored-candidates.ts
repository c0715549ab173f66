import { shortIds } from "@chatexport/archive/names";
import { defined, type SessionRef, safeLine } from "@chatexport/core";
import { countEach } from "@chatexport/core/read";
import { fit, plural } from "@chatexport/sink-terminal/format";
import { Command } from "commander";
import { builtInOf, builtIns } from "../../built-in.js";
import { applyConfig } from "../../host/config/apply-config.js";
import { maskedRefs, type Redaction, redactionFor } from "../../host/content/redaction.js";
import { withSources } from "../../host/plugins/load-plugins.js";
import { idBeginnings } from "../../host/selection/id-beginnings.js";
import { composed } from "../../host/selection/project-filter.js";
import { selectSessions } from "../../host/selection/select-sessions.js";
import { listRemembered } from "../../host/text-search/file-memory.js";
import { optionsOf } from "../../options/commander-options.js";
import { withMoments } from "../../options/moments.js";
import type { OptionsOf } from "../../options/option-table.js";
import { lastDay } from "../../terminal/session-table.js";
import type { Candidate, CommandLine } from "./typed-words.js";

/** So many are offered where nothing was typed yet: more would be no choice. */
const offered = 50;

/** Columns that a title may take beside an id. */
const titleColumns = 60;

/** The sessions that the options before would choose from, newest first, by their short ids. */
export async function sessionCandidates(line: CommandLine): Promise<Candidate[]> {
  const options = await optionsBefore(line);
  const redaction = await redactionFor(options);
  const { all, selected } = await storedSessions(options, redaction);
  const beginning = idBeginnings(all);
  const shortId = shortIds(all);
  const idsOf = (ref: SessionRef) => [beginning(ref), shortId(ref), ref.id];
  const named = selected.flatMap((ref) => {
    const word = idsOf(ref).find((id) => id.startsWith(line.current));
    return word === undefined || word !== safeLine(word) ? [] : [{ word, ref }];
  });
  const shown = named.slice(0, line.current === "" ? offered : undefined);
  const refs = shown.map(({ ref }) => ref);
  const masked = await maskedRefs(refs, redaction);
  return shown.map(({ word }, index) => ({ word, meaning: meaningOf(masked[index]) }));
}

/** The projects of the stored sessions, those that were active last first. */
export async function projectCandidates(line: CommandLine): Promise<Candidate[]> {
  const options = await optionsBefore(line);
  const redaction = await redactionFor(options);
  const { selected } = await storedSessions(options, redaction);
  const counts = countEach(selected.flatMap(({ project }) => composed(project?.name ?? "") || []));
  const names = [...counts.keys()];
  const masked = await redaction.texts(names);
  // A masked or unprintable name would not be found again.
  const offered = new Set(masked.filter((name, index) => name === names[index]));
  return [...counts]
    .filter(([name]) => offered.has(name) && name === safeLine(name))
    .map(([word, count]) => ({ word, meaning: plural(count, "session") }));
}

/** The options that `list` would have after these words and with the file of options. */
async function optionsBefore({ before }: CommandLine): Promise<OptionsOf<"list">> {
  const command = new Command()
    .exitOverride()
    .configureOutput({ outputError() {}, writeErr() {} })
    .allowUnknownOption()
    .allowExcessArguments();
  for (const option of optionsOf("list")) command.addOption(option);
  command.parse(before, { from: "user" });
  // A key that is pressed in a folder must not run code that lies there.
  await applyConfig(command, false);
  const { from, ...options } = withMoments(command.opts()) as OptionsOf<"list">;
  const own = from?.filter((name) => builtInOf(name, builtIns.source));
  return { ...options, ...defined({ from: own }) };
}

async function storedSessions(
  { session, limit, ...options }: OptionsOf<"list">,
  redaction: Redaction,
) {
  const all = await withSources(options, (sources) =>
    listRemembered(sources, options, { redaction }),
  );
  const { sessions } = await selectSessions(all, options);
  return { all: all.map(({ ref }) => ref), selected: sessions.map(({ ref }) => ref) };
}

function meaningOf(ref: SessionRef | undefined): string {
  if (!ref) return "";
  const { project, title = "" } = ref;
  const parts = [lastDay(ref), safeLine(project?.name ?? ""), fit(safeLine(title), titleColumns)];
  return parts.filter((part) => part !== "").join(" · ");
}
