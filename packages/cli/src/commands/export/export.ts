import { rootsOf } from "@chatexport/archive";
import { type Diagnostic, loadSessions, type Sink, type Source, total } from "@chatexport/core";
import { sessionKey } from "@chatexport/core/read";
import { plural } from "@chatexport/sink-terminal/format";
import { chosenSinks, chosenSources } from "../../host/plugins/choose-plugins.js";
import { loadWriters, withSources } from "../../host/plugins/load-plugins.js";
import type { Made } from "../../host/plugins/plugin-package.js";
import { refuseUnusedOptions } from "../../host/plugins/plugin-settings.js";
import { searchedStores } from "../../host/plugins/searched-stores.js";
import {
  hasErrors,
  interrupted,
  type Run,
  startRun,
  unknownTo,
  warnOfNoEffect,
} from "../../host/run.js";
import { type FoundSessions, findSessions } from "../../host/selection/find-sessions.js";
import type { OptionsOf } from "../../options/option-table.js";
import { usageError } from "../../terminal/cli-error.js";
import { interruption } from "../../terminal/interruption.js";
import { writeStdout } from "../../terminal/stdout.js";
import {
  type Destination,
  datasetFolder,
  destinationOf,
  refuseStore,
  sinkForFile,
} from "./destination.js";
import { writeReport } from "./report.js";
import { allRecords, type ExportResult } from "./result.js";
import { changeList, printChanges, printSummary } from "./summary.js";
import { writeDataset } from "./write-dataset.js";
import { type RunOptions, writeSessions } from "./write-sessions.js";

/** Exports the sessions of the stores; resolves to the exit code. */
export async function exportSessions(given: OptionsOf<"export">): Promise<number> {
  // The name of a file says what it is to hold.
  const to = given.to ?? (await sinkForFile(given.out).then((sink) => sink && [sink]));
  const options = { ...given, ...(to && { to }) };
  await refuseUnusedOptions(options, await chosenSinks(options));
  const { watch } = options;
  if (!watch)
    return withSources(options, async (...made) => (await exportFrom(...made, options)).exitCode);
  return exportWhenever(options);
}

/** Exports now, and whenever a store has changed, until Ctrl-C; resolves to the exit code. */
async function exportWhenever(options: OptionsOf<"export">): Promise<number> {
  const { wheneverStoresChange } = await import("./watch.js");
  const signal = interruption();
  await wheneverStoresChange(
    (isAgain) =>
      withSources(options, async (sources, made) => {
        const { run } = await exportFrom(sources, made, { ...options, isAgain, signal });
        const stores = await searchedStores(sources, run);
        const found = plural(stores.filter(({ found }) => found).length, "place");
        if (!isAgain && !signal.aborted) run.messages.say(`Watching ${found}. Ctrl-C ends it.`);
        return stores;
      }),
    signal,
  );
  return 0;
}

/** The options of an export, and how it runs. */
type ExportOptions = OptionsOf<"export"> & {
  /** It tells what has changed, in a line. */
  isAgain?: boolean;
  /** Given by the first Ctrl-C. */
  signal?: AbortSignal;
};

async function exportFrom(
  sources: readonly Source[],
  madeSources: readonly Made<Source>[],
  options: ExportOptions,
): Promise<{ exitCode: number; run: Run }> {
  const { out, dryRun, report, strict, isAgain } = options;
  const { sinks: madeSinks, dataset, unknown, shortening } = await loadWriters(options);
  const sinks = madeSinks.map(({ plugin }) => plugin);
  const destination = await (dataset
    ? datasetFolder(out, dataset.name)
    : destinationOf(out, sinks));
  const { kind, name: place } = destination;
  if (dryRun && kind !== "folder")
    throw usageError("--dry-run compares with a folder: name one with --out.");
  if (options.watch && dryRun)
    throw usageError("--watch writes whatever changes, and --dry-run nothing: choose one.");
  if (options.watch && kind !== "folder")
    throw usageError("--watch keeps a folder up to date: name one with --out.");

  const run = await startRun(options, options.signal);
  const names = (dataset ? [dataset] : madeSinks).map(({ name }) => name);
  if (!isAgain) warnOfNoEffect(unknownTo(names, unknown), run.messages);
  const found = await findSessions(sources, options, run);
  if (run.signal.aborted) return { exitCode: interrupted, run };
  refuseToJoin(found, destination, madeSinks);
  // Users who name a root know what lies there.
  if (kind === "folder" && !options.root) await refuseStore(out, sources, run);
  const made = { sources: madeSources, sinks: madeSinks };
  const archive = archiveOptions(found, made, options, run);
  const writing = { destination, archive, options, run };
  const result = dataset
    ? await writeDataset(found, dataset, writing)
    : await writeSessions(found, writing);
  if (dryRun && !dataset) await writeStdout(changeList(out, result));
  if (options.verbose) await readUnread(found, result, run);
  const areAll = found.complete && found.selected.length === found.all.length;
  const atPath = await pluginAtPath(options);
  if (isAgain) await printChanges(result, run, options);
  else await printSummary(result, run, { ...options, place, shortening, areAll, atPath });
  if (report !== undefined) {
    const stores = await searchedStores(sources, run, { count: true });
    await writeReport(report, result, stores, run);
  }

  if (run.signal.aborted) return { exitCode: interrupted, run };
  const isFine = found.complete && !hasErrors(run);
  return { exitCode: isFine && !(strict && complainStrictly(result, run)) ? 0 : 1, run };
}

/** The path from which a plugin runs that is known by its version alone; undefined where each was installed. */
async function pluginAtPath(options: OptionsOf<"export">): Promise<string | undefined> {
  const plugins = [...(await chosenSources(options)), ...(await chosenSinks(options))];
  return plugins.find(({ found }) => found?.isAtPath && found.version !== undefined)?.word;
}

/** Reads what is up to date for what there is to say of it, which is known of nothing else. */
async function readUnread(
  { selected }: FoundSessions,
  { sessions }: ExportResult,
  { report, signal }: Run,
): Promise<void> {
  const unread = new Set(sessions.filter(({ isRead }) => !isRead).map(sessionKey));
  const listed = selected.filter(({ ref }) => unread.has(sessionKey(ref)));
  for await (const _ of loadSessions(listed, { report, signal }));
}

function refuseToJoin(
  { selected }: FoundSessions,
  { kind }: Destination,
  sinks: readonly Made<Sink>[],
): void {
  const alone = sinks.find(({ plugin }) => plugin.isAlone);
  if (!alone || kind === "folder" || selected.length < 2) return;
  throw usageError(
    `One ${alone.name} document holds one session, and ${plural(selected.length, "session")} were found: choose one with --session, or give --out a folder.`,
  );
}

/** Complains about records and fields that were not understood; whether there are any. */
function complainStrictly({ sessions }: ExportResult, { messages, diagnostics }: Run): boolean {
  const { malformed = 0, unknown, unknownFields } = allRecords(sessions);
  // Those about records of a session are in its tally.
  const told = diagnostics.filter(
    (each) => isStrict(each) && (each.session === undefined || isBeside(each)),
  );
  const besides = told.filter(({ code }) => code === "unknown-field").length;
  const records = malformed + total(unknown) + told.length - besides;
  const fields = total(unknownFields) + besides;
  const found = [
    ...(records > 0 ? [`${plural(records, "record")} damaged or of unknown type`] : []),
    ...(fields > 0 ? [`${plural(fields, "unknown field")}`] : []),
  ];
  if (found.length > 0)
    messages.warn("error", `--strict: ${found.join(", ")}; --report FILE names the sessions.`);
  return found.length > 0;
}

/** True when something in a store was damaged or is unknown, and the rest of it was read. */
function isStrict({ severity, code }: Diagnostic): boolean {
  return severity === "warning" && /^(?:damaged|malformed|truncated|unknown)-/.test(code);
}

/** True when it is about a file beside a session. */
function isBeside({ code }: Diagnostic): boolean {
  return /-side(?:-file|car)$/.test(code);
}

/** The facts about a run that an archive has to know, told once all sessions have been found. */
function archiveOptions(
  { listed }: FoundSessions,
  { sources, sinks }: { sources: readonly Made<Source>[]; sinks: readonly Made<Sink>[] },
  options: OptionsOf<"export">,
  { messages, diagnostics, content, report, signal }: Run,
): RunOptions {
  // What was reported until now hides sessions, which are not missing for that.
  const troubles = diagnostics.filter(({ severity }) => severity !== "info");
  const troubled = new Set(troubles.map(({ source }) => source));
  const adding = new Map(sources.map(({ name, adding = [] }) => [name, adding]));
  const inputs = new Map<object, Made<object>>(
    [...sources, ...sinks].map((made) => [made.plugin, made]),
  );
  return {
    listed,
    wouldList({ source, listedBy }) {
      const added = adding.get(source);
      if (!added || troubled.has(source)) return false;
      return listedBy === undefined || added.includes(listedBy);
    },
    roots: rootsOf(options),
    sinks: sinks.map(({ plugin }) => plugin),
    inputs: content.inputs,
    inputOf: (plugin) => inputs.get(plugin) ?? { name: plugin.name, version: "", options: {} },
    force: options.force ?? false,
    isDryRun: options.dryRun ?? false,
    report,
    signal,
    wait: (owner) => messages.say(`Waiting for another export to this folder (${owner}) …`),
  };
}
