import { resolve } from "node:path";
import { type DocumentFacts, documentName, shortIds } from "@chatexport/archive/names";
import { present, type Session, type Sink, safeLine } from "@chatexport/core";
import { renderAlone } from "@chatexport/core/host";
import { type Finding, findings, withDecisions } from "@chatexport/redact";
import { plural } from "@chatexport/sink-terminal/format";
import {
  type Decisions,
  decisionFor,
  rememberedDecisions,
  shownFindings,
} from "../../host/content/decisions.js";
import { nearPath } from "../../host/files/paths.js";
import { writeOut } from "../../host/files/write-out.js";
import { chosenSinks } from "../../host/plugins/choose-plugins.js";
import { loadSink } from "../../host/plugins/load-plugins.js";
import { refuseUnusedOptions } from "../../host/plugins/plugin-settings.js";
import { isNoNote, printProblems } from "../../host/problems.js";
import { hasErrors, interrupted, type Run, startRun } from "../../host/run.js";
import { findOne, isDone } from "../../host/selection/find-one.js";
import type { OptionsOf } from "../../options/option-table.js";
import { usageError } from "../../terminal/cli-error.js";
import { shellLine } from "../../terminal/shell-words.js";
import { canAsk } from "../../terminal/text-style.js";
import { findingLines } from "./finding-texts.js";
import { review } from "./review.js";

/** The options of the command; a file is named after its session when none is given. */
type ShareOptions = Omit<OptionsOf<"share">, "out"> & Partial<Pick<OptionsOf<"share">, "out">>;

/** Writes sessions for other people after a review; resolves to the exit code. */
export async function share(given: ShareOptions, ...ids: string[]): Promise<number> {
  const options = { ...given, to: given.to ?? ["html"], redact: true, redactPaths: true };
  if (options.out !== undefined && ids.length > 1)
    throw usageError("--out names one file: share one session at a time, or leave it out.");
  const chosen = await chosenSinks(options);
  const names = chosen.map(({ name }) => name);
  if (names.length > 1)
    throw usageError(`share writes one format: choose from ${names.join(", ")}.`);
  await refuseUnusedOptions(options, chosen);
  const decisions = rememberedDecisions();
  let exitCode = 0;
  for (const id of ids) {
    const code = await shareOne(id, options, decisions);
    if (code === interrupted) return code;
    exitCode = Math.max(exitCode, code);
  }
  return exitCode;
}

type Options = ShareOptions & { to: string[]; redact: boolean; redactPaths: boolean };

async function shareOne(id: string, options: Options, decisions: Decisions): Promise<number> {
  const run = await startRun(options);
  const found = await findOne(options, id, run);
  if (run.signal.aborted) return interrupted;
  const { session } = found;
  await printProblems(run, options, isNoNote);
  if (!session || !isDone(found)) return 1;

  const sink = await loadSink(options);
  sayMasked(run);
  const asked = shownFindings(findings(session), await textOf(session, sink));
  if (!isReviewed(asked, decisions, options, run)) return 1;
  const reviewed = await review(asked, decisions, run);
  if (!reviewed) return interrupted;
  const masked = withDecisions(session, reviewed);
  const path = resolve(options.out ?? fileNameOf(masked, sink));
  await writeOut(path, renderAlone(sink, masked));
  sayWritten(path, sink, reviewed.length, run);
  // What is wrong elsewhere, as a folder that cannot be read, has been said.
  return hasErrors(run) ? 1 : 0;
}

/** The kinds of secrets that were masked without a question. */
function sayMasked({ redaction, messages }: Run): void {
  const counts = redaction.counts() ?? [];
  const kinds = counts.map(({ rule, secrets }) => `${secrets} × ${rule}`).join(", ");
  messages.say(kinds === "" ? "No keys or passwords found." : `Masked secrets: ${kinds}.`);
}

/** The document as one text. */
async function textOf(session: Session, sink: Sink): Promise<string> {
  const pieces: string[] = [];
  for await (const piece of renderAlone(sink, session))
    pieces.push(typeof piece === "string" ? piece : Buffer.from(piece).toString());
  return pieces.join("");
}

/** True when all is decided, or somebody can be asked; else it says what is not. */
function isReviewed(
  asked: readonly Finding[],
  decisions: Decisions,
  { yes }: Options,
  { messages }: Run,
): boolean {
  const open = asked.filter((finding) => decisionFor(finding, decisions) === undefined);
  if (open.length === 0 || (!yes && canAsk())) return true;
  for (const line of findingLines(open, messages.colors)) messages.warn("warning", line);
  const what = plural(open.length, "finding");
  messages.warn("error", `${what} not reviewed: run it at a terminal, without --yes.`);
  return false;
}

function fileNameOf(session: Session, { extension }: Sink): string {
  const { source, startedAt, title } = session;
  const shortId = shortIds([session])(session);
  const facts: DocumentFacts = present({ source, startedAt, title, shortId });
  return `${documentName(facts).name}.${extension}`;
}

function sayWritten(path: string, { extension }: Sink, decided: number, { messages }: Run): void {
  const { say, colors } = messages;
  const name = nearPath(path);
  const masked = decided > 0 ? `, with ${plural(decided, "finding")} masked or left out` : "";
  say(colors.bold(`Wrote ${safeLine(name)}${masked}.`));
  say("Read it before you publish it: no review finds everything. To publish it, for example:");
  const file = shellLine([name]) ?? "FILE";
  if (extension === "jsonl") say(`  hf upload --repo-type dataset USER/NAME ${file}`, true);
  say(`  gh gist create ${file}`, true);
}
