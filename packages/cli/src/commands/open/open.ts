import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { isArchive, writeAtomic, writeReason } from "@chatexport/archive";
import { type Session, safeLine } from "@chatexport/core";
import { renderAlone } from "@chatexport/core/host";
import { kindOfPath } from "../../host/files/paths.js";
import { chosenSinks } from "../../host/plugins/choose-plugins.js";
import { loadSink } from "../../host/plugins/load-plugins.js";
import { refuseUnusedOptions } from "../../host/plugins/plugin-settings.js";
import { isError, printProblems } from "../../host/problems.js";
import { hasErrors, interrupted, type Run, startRun } from "../../host/run.js";
import { findOne, isDone } from "../../host/selection/find-one.js";
import { latest } from "../../host/selection/select-sessions.js";
import type { CommonOptions, ContentOptions, OptionsOf } from "../../options/option-table.js";
import { withHome } from "../../options/with-home.js";
import { CliError } from "../../terminal/cli-error.js";
import { writeStdout } from "../../terminal/stdout.js";
import { openInBrowser } from "./browser.js";

/** Shows a session, or an archive, in the browser; resolves to the exit code. */
export async function open(given: OptionsOf<"open">, word: string): Promise<number> {
  const options = { ...given, to: ["html"] };
  await refuseUnusedOptions(options, await chosenSinks(options));
  const run = await startRun(options);
  const archive = await indexOf(word);
  if (archive !== undefined) return show(archive, run);

  const id = word === "" ? latest : word;
  const found = await findOne(options, id, run);
  if (run.signal.aborted) return interrupted;
  const { session } = found;
  const exitCode = session ? await show(await pageOf(session, options), run) : 0;
  await printProblems({ ...run, diagnostics: run.diagnostics.filter(isError) }, options);
  return exitCode === 0 && isDone(found) && !hasErrors(run) ? 0 : 1;
}

/** The page over all sessions of an archive; undefined where a word names none. */
async function indexOf(word: string): Promise<string | undefined> {
  const folder = resolve(withHome(word));
  if (word === "" || !(await isArchive(folder))) {
    if (!/[\\/]/.test(word)) return undefined;
    const isThere = (await kindOfPath(folder)) !== "nothing";
    const fault = isThere ? "is no archive that chatexport wrote" : "does not exist";
    throw new CliError(1, `${safeLine(word)} ${fault}.`);
  }
  const page = join(folder, "index.html");
  if ((await kindOfPath(page)) === "file") return page;
  throw new CliError(
    1,
    `${safeLine(word)} has no pages: chatexport --to html --out ${safeLine(word)} writes them.`,
  );
}

/** Writes the page of a session into a new folder that only the user can read; resolves to its path. */
async function pageOf(session: Session, options: CommonOptions & ContentOptions): Promise<string> {
  const sink = await loadSink(options);
  try {
    const path = join(await mkdtemp(join(tmpdir(), "chatexport-")), "session.html");
    await writeAtomic(path, renderAlone(sink, session));
    return path;
  } catch (cause) {
    throw new CliError(1, `The page could not be written: ${writeReason(cause)}.`, cause);
  }
}

/** Shows a page, or prints where it is; resolves to the exit code. */
async function show(page: string, { messages }: Run): Promise<number> {
  if (await openInBrowser(page)) {
    messages.say(messages.colors.dim(`Opened ${safeLine(page)}`));
    return 0;
  }
  messages.warn("error", "No browser can be started here; the page is in this file:");
  await writeStdout(`${page}\n`);
  return 1;
}
