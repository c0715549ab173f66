import { listSessions, type SessionRef, safeLine } from "@chatexport/core";
import { type System, thisSystem } from "@chatexport/core/read";
import { type EditOptions, findTranscript, transcriptRef } from "@chatexport/transplant";
import type { CommandName } from "../../options/command-names.js";
import type { OptionsOf } from "../../options/option-table.js";
import { CliError } from "../../terminal/cli-error.js";
import { interruption } from "../../terminal/interruption.js";
import { openMessages } from "../../terminal/messages.js";
import { lastDay, titleOf } from "../../terminal/session-table.js";
import { maskedRefs, redactionFor } from "../content/redaction.js";
import { withSources } from "../plugins/load-plugins.js";
import type { Run } from "../run.js";
import { latest } from "../selection/select-sessions.js";
import { changeStores } from "./change-stores.js";

/** A run that edits a session in the user's own Claude Code. */
export interface OwnRun extends Pick<Run, "messages" | "signal"> {
  /** The options of the edits. */
  edit: EditOptions;
}

/** Does some work that edits sessions in the user's own Claude Code; resolves to the exit code. */
export async function editSessions(
  command: CommandName,
  options: Omit<OptionsOf<"rename">, "json">,
  work: (run: OwnRun) => Promise<number>,
): Promise<number> {
  const signal = interruption();
  const messages = openMessages(options, signal);
  const edit = { command, system: thisSystem(), signal };
  return changeStores({ ...(options.dryRun && { dryRun: true }) }, { messages, signal }, () =>
    work({ messages, signal, edit }),
  );
}

/** Edits the session that a part of its id or `latest` names, and people know by a name; resolves to the exit code. */
export async function editSession(
  command: CommandName,
  options: Omit<OptionsOf<"rename">, "json">,
  id: string,
  work: (path: string, run: OwnRun, name: string) => Promise<number>,
): Promise<number> {
  return editSessions(command, options, async (run) => {
    const path = await ownTranscript(id, run.edit.system);
    return work(path, run, await nameOf(await transcriptRef(path)));
  });
}

const usual = { redact: true, color: true };

/**
 * The transcript of the session that a part of its id names; `latest` is the first row of `list`. Throws where there
 * is none in the user's own Claude Code.
 */
export function ownTranscript(id: string, system: System): Promise<string> {
  return ownSession(id, (word) => findTranscript(word, system), ["claude"], "Claude Code");
}

/**
 * Lets `find` look for the session that a part of its id names; `latest` may be one of some sources, which people
 * know as `tools`.
 */
export async function ownSession<Found>(
  id: string,
  find: (word: string) => Found,
  names: readonly string[],
  tools: string,
): Promise<Found> {
  if (id !== latest) return find(id);
  const [first] = await withSources(usual, (sources) =>
    listSessions(sources, { report: () => {} }),
  );
  if (first === undefined || names.includes(first.ref.source)) return find(first?.ref.id ?? latest);
  throw new CliError(
    1,
    `latest is ${await nameOf(first.ref)}, a session of ${first.ref.source}; this command takes those of ${tools}: name one by its id.`,
  );
}

/** Title and day of a session, as `list` shows them. */
async function nameOf(ref: SessionRef | undefined): Promise<string> {
  const [shown] = ref ? await maskedRefs([ref], await redactionFor(usual)) : [];
  if (!shown) return "(no title)";
  return [safeLine(titleOf(shown)), lastDay(shown)].filter((text) => text !== "").join(", ");
}
