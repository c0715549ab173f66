import { type ListedSession, present, type Session, safeLine } from "@chatexport/core";
import { toolOf } from "@chatexport/document";
import {
  commitsOf,
  GitError,
  openRepository,
  type Repository,
  workOf,
} from "@chatexport/provenance";
import { withSources } from "../../host/plugins/load-plugins.js";
import { refuseUnusedOptions } from "../../host/plugins/plugin-settings.js";
import { isError, printProblems } from "../../host/problems.js";
import { hasErrors, interrupted, type Run, startRun } from "../../host/run.js";
import { findSessions } from "../../host/selection/find-sessions.js";
import { idBeginnings } from "../../host/selection/id-beginnings.js";
import { projectPaths } from "../../host/selection/project-filter.js";
import { latest } from "../../host/selection/select-sessions.js";
import { loadCandidate } from "../../host/text-search/load-candidate.js";
import type { OptionsOf } from "../../options/option-table.js";
import { jsonLine } from "../../terminal/json-text.js";
import { openPage } from "../../terminal/page.js";
import { writeStdout } from "../../terminal/stdout.js";
import { stdoutStyle } from "../../terminal/text-style.js";
import { zoneOf } from "../../terminal/time-zone.js";
import { type ShownCommit, shownCommit } from "./report.js";
import { minuteOf, promptWords } from "./report-text.js";
import {
  maskedSession,
  reasonOf,
  type ShownAuthor,
  shownEvidence,
  shownPrompt,
} from "./shown-author.js";
import { withGitErrors } from "./wanted-target.js";

/** The commits of a session as they may be shown, which is what `--json` prints. */
interface Commits {
  session: string;
  source: string;
  title?: string;
  /** Folder of the working tree that was searched; absent where none is there. */
  folder?: string;
  commits: ({ hash: string; commit?: ShownCommit } & Pick<
    ShownAuthor,
    "level" | "evidence" | "prompt"
  >)[];
}

/** Prints the commits of a session; resolves to the exit code. */
export async function commits(options: OptionsOf<"commits">, id: string): Promise<number> {
  await refuseUnusedOptions(options);
  const run = await startRun(options);
  const wanted = { ...options, ...(id === latest ? { limit: 1 } : { id }) };
  return withSources(options, async (sources) => {
    const { all, selected, complete } = await findSessions(sources, wanted, run, {
      isNeeded: true,
    });
    const [listed] = selected;
    const session = listed && (await loadCandidate(listed, [], run));
    if (run.signal.aborted) return interrupted;
    if (listed && session) {
      const shown = await withGitErrors(id, () => shownCommits(session, listed, run));
      const shortId = idBeginnings(all.map(({ ref }) => ref))(listed.ref);
      await writeStdout(options.json ? jsonLine(shown) : textOf(shown, shortId, options));
    }
    await printProblems(run, options, isError);
    return complete && session !== undefined && !hasErrors(run) ? 0 : 1;
  });
}

async function shownCommits(session: Session, listed: ListedSession, run: Run): Promise<Commits> {
  const repository = await repositoryOf(listed, run.signal);
  const found = await commitsOf(workOf(session), repository);
  const masked = await maskedSession(listed, run);
  const [folder] = repository ? await run.redaction.texts([repository.root]) : [];
  const commits = await run.redaction.data(
    found.map(({ commit }) => (commit ? shownCommit(commit) : undefined)),
  );
  return present({
    session: session.id,
    source: session.source,
    title: masked?.title,
    folder,
    commits: found.map(({ hash, level, evidence, prompt }, index) =>
      present({
        hash,
        commit: commits[index],
        level,
        prompt: prompt && masked && shownPrompt(prompt, masked),
        evidence: evidence.map(shownEvidence),
      }),
    ),
  });
}

/** The repository in which a session took place, if it is still there. */
async function repositoryOf(
  { ref }: ListedSession,
  signal: AbortSignal,
): Promise<Repository | undefined> {
  for (const folder of projectPaths(ref))
    try {
      return await openRepository(folder, signal);
    } catch (cause) {
      const isGone = cause instanceof GitError && cause.problem === "no-repository";
      if (!isGone) throw cause;
    }
  return undefined;
}

function textOf(shown: Commits, shortId: string, options: OptionsOf<"commits">): string {
  const style = stdoutStyle(options.color);
  const { bold, dim, yellow } = style.colors;
  const zone = zoneOf(options);
  const page = openPage(style);
  const { title = "(no title)", source, folder } = shown;
  page.heading(safeLine(title), dim(`${shortId} · ${toolOf(source)}`));
  for (const each of shown.commits) {
    const { commit, prompt, level } = each;
    const subject = commit
      ? `${dim(minuteOf(commit.time, zone))}  ${bold(safeLine(commit.subject))}`
      : dim("not in the repository here");
    page.item(
      level === "certain" ? "fine" : "attention",
      `${yellow(each.hash.slice(0, 7))}  ${subject}`,
    );
    if (prompt) page.more(promptWords({ prompt }));
    page.detail(`${level}: ${reasonOf(each, false)}.`);
  }
  if (shown.commits.length === 0) page.item("note", "No commit of this session is known.");
  // Of all of them, not of the last one.
  page.item(
    "note",
    folder === undefined
      ? "Its repository is not here, so only what its own calls committed is known."
      : `Searched the branches of ${safeLine(folder)} until 30 days after its last edit.`,
  );
  return page.text();
}
