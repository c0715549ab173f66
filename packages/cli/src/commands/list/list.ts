import { existsSync } from "node:fs";
import { type ListedSession, present, type SessionRef } from "@chatexport/core";
import { formatCount, plural } from "@chatexport/sink-terminal/format";
import { maskedRefs } from "../../host/content/redaction.js";
import { writePaged } from "../../host/pager.js";
import { withSources } from "../../host/plugins/load-plugins.js";
import { refuseUnusedOptions } from "../../host/plugins/plugin-settings.js";
import { isError, printProblems } from "../../host/problems.js";
import { hasErrors, interrupted, type Run, startRun } from "../../host/run.js";
import { type FoundSessions, findSessions } from "../../host/selection/find-sessions.js";
import { idBeginnings } from "../../host/selection/id-beginnings.js";
import { indexPlace } from "../../host/text-search/index-place.js";
import type { OptionsOf } from "../../options/option-table.js";
import { jsonList } from "../../terminal/json-text.js";
import { type ReadSession, sessionLines, sessionTable } from "../../terminal/session-table.js";
import { writeStdout } from "../../terminal/stdout.js";
import { stdoutStyle } from "../../terminal/text-style.js";
import { zoneOf } from "../../terminal/time-zone.js";

/** Prints the sessions of the stores; resolves to the exit code. */
export async function list(options: OptionsOf<"list">): Promise<number> {
  await refuseUnusedOptions(options);
  const run = await startRun(options);
  const { all, selected, complete } = await withSources(options, (sources) =>
    findSessions(sources, options, run),
  );
  if (run.signal.aborted) return interrupted;

  const { isTTY, rows = 24 } = process.stdout;
  const isShort = isTTY && !options.json && options.limit === undefined;
  // What is not shown need not be searched for secrets.
  const most = isShort ? Math.max(rows - linesBeside, 5) : selected.length;
  const refs = await readSessions(selected.slice(0, most), options, run);
  if (options.json) await writeStdout(jsonList(refs.map(jsonOf)));
  else if (!isTTY)
    await writeStdout(sessionLines(refs, stdoutStyle(options.color).colors, options.timezone));
  else if (refs.length > 0) {
    const shortId = idBeginnings(all.map(({ ref }) => ref));
    const table = sessionTable(refs, shortId, zoneOf(options), stdoutStyle(options.color));
    if (isShort) await writeStdout(table);
    else await writePaged([table], true, run);
  }
  if (!options.json && refs.length > 0)
    run.messages.say(run.messages.colors.dim(countLine({ all, selected }, refs)));
  await printProblems(run, options, isError);
  return complete && !hasErrors(run) ? 0 : 1;
}

/** Sessions as they may be shown, with what a search has found in those that have not changed since. */
async function readSessions(
  sessions: readonly ListedSession[],
  options: OptionsOf<"list">,
  run: Run,
): Promise<ReadSession[]> {
  const refs: SessionRef[] = await maskedRefs(
    sessions.map(({ ref }) => ref),
    run.redaction,
  );
  const place = indexPlace(options, run);
  // Most users pay for no SQLite here.
  if (refs.length === 0 || !place || !existsSync(place.folder)) return refs;
  const { keptFacts } = await import("@chatexport/search-index");
  const kept = await keptFacts(place, sessions);
  return refs.map((ref, at) => {
    const facts = kept.get(sessions[at] as ListedSession);
    return facts ? { ...ref, promptCount: facts.promptCount, marks: facts.marks } : ref;
  });
}

/** The header, the counts, two lines of notes, and the next line of the shell with some room. */
const linesBeside = 6;

/** The number of sessions, and the way to see those that are not shown, or what is not known of some. */
function countLine(
  { all, selected }: Pick<FoundSessions, "all" | "selected">,
  shown: readonly ReadSession[],
): string {
  const of = selected.length < all.length ? `${formatCount(selected.length)} of ` : "";
  const sessions = plural(all.length, "session");
  const traces = selected.filter(({ ref }) => ref.trace).length;
  const deleted = traces > 0 ? `, ${formatCount(traces)} of them deleted (only traces left)` : "";
  const unread = shown.filter(({ marks }) => marks === undefined).length;
  const later = `; the next search counts the prompts of ${formatCount(unread)}`;
  const hidden = selected.length - shown.length;
  const more = `… ${formatCount(hidden)} more: --limit ${selected.length} shows all. `;
  return `${hidden > 0 ? more : ""}${of}${sessions}${deleted}${unread > 0 && unread < shown.length ? later : ""}`;
}

function jsonOf(ref: ReadSession): object {
  const { id, source, title, cwd, folders, project, branch, startedAt, updatedAt, bytes, ...rest } =
    ref;
  const { archived, unlisted, trace, expiresAt, parent, subagentCount, promptCount, marks } = rest;
  const milliseconds = Date.parse(updatedAt ?? "") - Date.parse(startedAt ?? "");
  return present({
    id,
    source,
    title,
    cwd,
    folders,
    project: project?.name,
    projectPath: project?.path,
    branch,
    startedAt,
    updatedAt,
    seconds: milliseconds > 0 ? Math.round(milliseconds / 1000) : undefined,
    expiresAt,
    bytes,
    archived,
    unlisted,
    trace,
    parent: parent && present({ id: parent.sessionId, relation: parent.relation }),
    subagentCount,
    promptCount,
    marks,
    unread: marks === undefined || undefined,
  });
}
