import { type ListedSession, present, safeLine } from "@chatexport/core";
import { plural } from "@chatexport/sink-terminal/format";
import { Command } from "commander";
import { applyConfig } from "../../host/config/apply-config.js";
import { maskedRefs, type Redaction } from "../../host/content/redaction.js";
import { withSources } from "../../host/plugins/load-plugins.js";
import { interrupted, startRun } from "../../host/run.js";
import { findSessions } from "../../host/selection/find-sessions.js";
import { optionsOf } from "../../options/commander-options.js";
import { withMoments } from "../../options/moments.js";
import type { OptionsOf } from "../../options/option-table.js";
import { withHome } from "../../options/with-home.js";
import { type Choice, openPrompts, type Prompts } from "../../terminal/prompts.js";
import { shellLine } from "../../terminal/shell-words.js";
import {
  everything,
  groupByProject,
  nameOf,
  type ProjectGroup,
  projectChoices,
  type ShownSession,
  sessionChoices,
  sourceChoices,
} from "./choices.js";
import { type Picked, wordsFor } from "./picked-words.js";

const help = "chatexport --help shows all commands and options.";

/** Asks what to export, and has the words of that command line executed; gives the exit code. */
export async function pick(
  execute: (words: readonly string[]) => Promise<number>,
): Promise<number> {
  const options = await usualOptions();
  const run = await startRun(options);
  const prompts = await openPrompts(run.messages.colors.isColorSupported, run.signal);
  const found = await withSources(options, (sources) => findSessions(sources, options, run));
  if (run.signal.aborted) return interrupted;
  if (found.selected.length === 0) {
    run.messages.say(help);
    return found.complete ? 0 : 1;
  }

  prompts.begin("What do you want to export?");
  const picked = await askWhatToExport(found.selected, options, prompts, run.redaction);
  if (!picked) {
    prompts.cancel("Cancelled: nothing was written.");
    run.messages.say(help);
    return interrupted;
  }
  const words = await wordsFor(picked, found.all, options);
  prompts.end(`Exporting to ${picked.out}`);
  const exitCode = await execute(words);
  const line = shellLine(words);
  if (exitCode !== interrupted && line !== undefined) {
    const { say, colors } = run.messages;
    say(`${colors.dim("Next time:")} chatexport ${line}`, true);
  }
  return exitCode;
}

/** The options of an export without words, maybe from a file. */
async function usualOptions(): Promise<OptionsOf<"export">> {
  const command = new Command("export");
  for (const option of optionsOf("export")) command.addOption(option);
  await applyConfig(command);
  return withMoments(command.opts()) as OptionsOf<"export">;
}

// Not as hints, which are shown of the choice under the cursor alone.
const formats: Choice[] = [
  { value: "markdown", label: "markdown  text to read and to keep" },
  { value: "html", label: "html      pages for a browser" },
  { value: "jsonl", label: "jsonl     all data, for programs" },
];

/** Asks from where, which sessions, as what and whereto; undefined when the user wants no more. */
async function askWhatToExport(
  listed: readonly ListedSession[],
  options: OptionsOf<"export">,
  prompts: Prompts,
  redaction: Redaction,
): Promise<Picked | undefined> {
  const refs = await maskedRefs(
    listed.map(({ ref }) => ref),
    redaction,
  );
  const all = listed.map((one, index) => ({ listed: one, shown: refs[index] ?? one.ref }));

  const sourceNames = [...new Set(listed.map(({ source }) => source.name))];
  const from = await askSources(sourceNames, all, prompts);
  if (!from) return undefined;
  const inSources = all.filter(({ listed }) => from.includes(listed.source.name));

  const groups = groupByProject(inSources);
  const projects = await askProjects(groups, prompts);
  if (!projects) return undefined;
  const inProjects =
    projects.length === groups.length ? inSources : projects.flatMap(({ sessions }) => sessions);

  const sessions = await askSessions(inProjects, prompts);
  if (!sessions) return undefined;
  const to = await askFormats(options.to, prompts);
  if (!to) return undefined;
  const out = await prompts.line("Folder", options.out);
  if (out === undefined) return undefined;
  return present({
    from: from.length < sourceNames.length ? from : undefined,
    projects: projects.length < groups.length ? projects : undefined,
    sessions: sessions.map(({ listed }) => listed),
    to,
    out: withHome(out.trim()),
  });
}

async function askSources(
  names: string[],
  sessions: readonly ShownSession[],
  prompts: Prompts,
): Promise<string[] | undefined> {
  if (names.length === 1) return names;
  const summary = (chosen: readonly string[]) =>
    chosen.length > 3 ? plural(chosen.length, "source") : chosen.map(safeLine).join(", ");
  return askSome("Sources", names, sourceChoices(names, sessions), summary, prompts);
}

async function askProjects(
  groups: ProjectGroup[],
  prompts: Prompts,
): Promise<ProjectGroup[] | undefined> {
  if (groups.length === 1) return groups;
  const summary = (chosen: readonly ProjectGroup[]) =>
    chosen.length > 3
      ? plural(chosen.length, "project")
      : chosen.map(nameOf).map(safeLine).join(", ");
  return askSome("Projects", groups, projectChoices(groups), summary, prompts);
}

async function askSessions(
  sessions: ShownSession[],
  prompts: Prompts,
): Promise<ShownSession[] | undefined> {
  if (sessions.length === 1) return sessions;
  const summary = (chosen: readonly ShownSession[]) => plural(chosen.length, "session");
  return askSome("Sessions", sessions, sessionChoices(sessions), summary, prompts);
}

/** Asks until something is chosen from items that follow the choice of all of them. */
async function askSome<Item>(
  question: string,
  items: Item[],
  choices: Choice[],
  summary: (chosen: readonly Item[]) => string,
  prompts: Prompts,
): Promise<Item[] | undefined> {
  const chosenBy = (values: readonly string[]) =>
    values.includes(everything)
      ? items
      : items.filter((_, index) => values.includes(String(index)));
  for (;;) {
    const values = await prompts.search(question, choices, (values) => summary(chosenBy(values)));
    if (!values) return undefined;
    if (values.length > 0) return chosenBy(values);
  }
}

async function askFormats(
  usual: string[] = ["markdown"],
  prompts: Prompts,
): Promise<string[] | undefined> {
  const joined = usual.join(" and ");
  const isKnown = formats.some(({ value }) => value === joined);
  const choices = isKnown ? formats : [{ value: joined, label: safeLine(joined) }, ...formats];
  const format = await prompts.one("Format", choices, joined);
  if (format === undefined) return undefined;
  return format === joined ? usual : [format];
}
