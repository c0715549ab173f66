import { dirname } from "node:path";
import { writeAtomic, writeReason } from "@chatexport/archive";
import { type Diagnostic, messageOf, safeLine } from "@chatexport/core";
import { makeFolder } from "@chatexport/core/host";
import { sessionKey } from "@chatexport/core/read";
import type { MaskedSession } from "@chatexport/redact";
import { version } from "../../host/files/package-file.js";
import type { SearchedStore } from "../../host/plugins/searched-stores.js";
import type { Run } from "../../host/run.js";
import { CliError } from "../../terminal/cli-error.js";
import { withMaskedRecords } from "./masked-records.js";
import { allRecords, type ExportResult, type SessionResult } from "./result.js";

const reportVersion = 1;

/** Writes what became of every store, session and record, as JSON. */
export async function writeReport(
  path: string,
  { selected, sessions, dropped, diagnostics, file, indexes, vanished }: ExportResult,
  stores: readonly SearchedStore[],
  { signal, redaction }: Run,
): Promise<void> {
  // What an earlier version wrote into an archive may not be masked.
  const shown = await withMaskedRecords(sessions, redaction);
  const report = {
    version: reportVersion,
    chatexport: version,
    interrupted: signal.aborted,
    totals: {
      selected,
      sessions: sessions.length,
      subagents: sessions.reduce((sum, session) => sum + session.subagents.length, 0),
      records: allRecords(shown),
    },
    dropped: Object.fromEntries(Array.from(dropped, ([sink, all]) => [sink, [...all].sort()])),
    file,
    indexes,
    vanished: vanished && {
      count: vanished.count,
      now: vanished.now.map(({ source, id }) => ({ source, id })),
    },
    sessions: withMasks(shown, redaction.maskedSessions()),
    diagnostics: diagnostics.map(withReadableCause),
    stores,
    redacted: redaction.counts(),
  };
  const masked = await redaction.data(report);
  try {
    makeFolder(dirname(path));
    await writeAtomic(path, [`${JSON.stringify(masked, null, 2)}\n`]);
  } catch (cause) {
    throw new CliError(1, `--report ${safeLine(path)}: ${writeReason(cause)}.`);
  }
}

/** The sessions, each that was read with the kinds and places of what was masked in it. */
function withMasks(
  sessions: readonly SessionResult[],
  masked: readonly MaskedSession[] | undefined,
): readonly object[] {
  if (!masked) return sessions;
  const places = new Map(masked.map((session) => [sessionKey(session), session.masked]));
  return sessions.map((session) =>
    session.isRead ? { ...session, redacted: places.get(sessionKey(session)) ?? [] } : session,
  );
}

/** An error has no JSON of its own. */
function withReadableCause({ cause, ...diagnostic }: Diagnostic): object {
  return cause === undefined ? diagnostic : { ...diagnostic, cause: messageOf(cause) };
}
