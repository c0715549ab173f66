import {
  addTallies,
  contextFor,
  type ListedSession,
  listSessions,
  loadSessions,
  type Source,
  safeLine,
  type Tally,
  type UnknownName,
  withSubagents,
} from "@chatexport/core";
import { sourceFailed } from "@chatexport/core/host";
import { formatCount, plural } from "@chatexport/sink-terminal/format";
import { version } from "../../host/files/package-file.js";
import { isError, printProblems } from "../../host/problems.js";
import { hasErrors, interrupted, type Run, watched } from "../../host/run.js";
import type { OptionsOf } from "../../options/option-table.js";
import { jsonLine } from "../../terminal/json-text.js";
import { writeStdout } from "../../terminal/stdout.js";
import { namedCounts } from "./source-findings.js";

interface Report {
  version: string;
  node: string;
  platform: string;
  unknown: { source: string; names: UnknownName[] }[];
}

/** Reads everything, and prints the names that are not known, without content; the exit code. */
export async function unknownNamesReport(
  sources: readonly Source[],
  options: OptionsOf<"doctor">,
  run: Run,
): Promise<number> {
  const found: Report["unknown"] = [];
  for (const source of sources) {
    const names = await namesOf(source, run);
    if (run.signal.aborted) return interrupted;
    if (names.length > 0) found.push({ source: source.name, names });
  }
  const masked = await run.redaction.data(found);
  const { version: node, platform } = process;
  const report = { version, node, platform, unknown: masked };
  await writeStdout(options.json ? jsonLine(report) : textOf(report));
  // An export tells what else is wrong with single records.
  await printProblems({ ...run, diagnostics: run.diagnostics.filter(isError) }, options);
  if (!options.json && masked.length > 0)
    run.messages.say(
      "Please report this list: it names what chatexport does not know, and quotes no content.",
    );
  return hasErrors(run) ? 1 : 0;
}

async function namesOf(source: Source, run: Run): Promise<UnknownName[]> {
  const { report, signal } = run;
  const context = contextFor({ report, signal }, { source: source.name });
  const progress = run.messages.progress();
  progress.update(`Reading everything of ${source.name} …`);
  try {
    if (source.unknownNames) return await source.unknownNames(context);
    const listed = await listSessions([source], { report, signal });
    return await namesInTallies(await watched(listed, run, progress), run);
  } catch (cause) {
    if (!signal.aborted) context.report(sourceFailed(source.name, "be read", cause));
    return [];
  } finally {
    progress.end();
  }
}

/** The types of records, and the fields, that a source counted as unknown, for one that knows no more. */
async function namesInTallies(
  listed: Iterable<ListedSession>,
  { report, signal }: Run,
): Promise<UnknownName[]> {
  const tallies: Tally[] = [];
  for await (const { session } of loadSessions(listed, { report, signal }))
    for (const { records } of withSubagents(session)) tallies.push(records);
  const { unknown = {}, unknownFields = {} } = addTallies(tallies);
  return [
    ...namedCounts(unknown).map((named) => ({ place: "record-type", ...named })),
    ...namedCounts(unknownFields).map(({ name, count }) => {
      const [place = "", ...names] = name.split(".");
      return { place, name: names.join("."), count };
    }),
  ];
}

/** Plain text to be put into a report of a bug. */
function textOf({ version, node, platform, unknown }: Report): string {
  const lines = [`chatexport ${version}, Node ${node.replace(/^v/, "")}, ${platform}`];
  if (unknown.length === 0) lines.push("Every record type and field is known.");
  for (const { source, names } of unknown) {
    lines.push("", `${source}: ${plural(names.length, "unknown name")}`);
    for (const { place, name, count, versions = [] } of names) {
      const written =
        versions.length > 0 ? `, written by ${versions.map(safeLine).join(", ")}` : "";
      lines.push(`- ${safeLine(place)} \`${safeLine(name)}\` ×${formatCount(count)}${written}`);
    }
  }
  return lines.map((line) => `${line}\n`).join("");
}
