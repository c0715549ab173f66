import { sessionsNamed } from "@chatexport/archive";
import { shortIds } from "@chatexport/archive/names";
import { type ListedSession, listSessions, type SessionRef, safeLine } from "@chatexport/core";
import { thisSystem } from "@chatexport/core/read";
import { ChangeError } from "@chatexport/relocate";
import {
  type EditOptions,
  editedTools,
  findOwn,
  type OwnSession,
  targets,
} from "@chatexport/transplant";
import type { CommandName } from "../../options/command-names.js";
import type { OptionsOf } from "../../options/option-table.js";
import { CliError, usageError } from "../../terminal/cli-error.js";
import { interruption } from "../../terminal/interruption.js";
import { openMessages } from "../../terminal/messages.js";
import { listed } from "../../terminal/sentence.js";
import { lastDay, titleOf } from "../../terminal/session-table.js";
import { maskedRefs, redactionFor } from "../content/redaction.js";
import { withSources } from "../plugins/load-plugins.js";
import type { Run } from "../run.js";
import { latest } from "../selection/select-sessions.js";
import { changeStores } from "./change-stores.js";

/** A run that edits sessions in the user's own stores. */
export interface OwnRun extends Pick<Run, "messages" | "signal"> {
  /** The options of the edits. */
  edit: EditOptions;
}

/** Does some work that edits sessions in the user's own stores; resolves to the exit code. */
export async function editSessions(
  command: CommandName,
  options: Omit<OptionsOf<"archive">, "json">,
  work: (run: OwnRun) => Promise<number>,
): Promise<number> {
  const signal = interruption();
  const messages = openMessages(options, signal);
  const edit = { command, system: thisSystem(), signal };
  return changeStores({ ...(options.dryRun && { dryRun: true }) }, { messages, signal }, () =>
    work({ messages, signal, edit }),
  );
}

/**
 * Edits the session that a part of its id or `latest` names, and people know by a name, in one of the tools whose
 * sessions are edited; resolves to the exit code.
 */
export async function editSession(
  command: CommandName,
  options: Omit<OptionsOf<"rename">, "json">,
  id: string,
  work: (session: OwnSession, run: OwnRun, name: string) => Promise<number>,
): Promise<number> {
  return editSessions(command, options, async (run) => {
    const { from } = options;
    const tools = editedTools.filter((tool) => from === undefined || from.includes(tool));
    const titlesOf = (some: typeof tools) => listed(some.map((tool) => targets[tool].title));
    if (tools.length === 0)
      throw usageError(`This command takes sessions of ${titlesOf(editedTools)}.`);
    const find = (word: string, source?: string) => {
      const own = tools.filter((tool) => source === undefined || tool === source);
      return findOwn(word, run.edit.system, own);
    };
    const session = await ownSession(id, find, tools, titlesOf(tools));
    return work(session, run, await nameOf(await session.ref()));
  });
}

const usual = { redact: true, color: true };

/**
 * Lets `find` look for the session that a part of its id names; `latest` may be one of some sources, which people
 * know as `tools`.
 */
export async function ownSession<Found>(
  id: string,
  find: (word: string, source?: string) => Found | Promise<Found>,
  names: readonly string[],
  tools: string,
): Promise<Found> {
  if (id !== latest) {
    try {
      return await find(id);
    } catch (cause) {
      if (!(cause instanceof ChangeError && cause.code === "no-such-session")) throw cause;
      const all = await listAll();
      const named = sessionsNamed(id, all, shortIds(all.map(({ ref }) => ref)));
      const [other] = named;
      if (other === undefined || named.some(({ ref }) => names.includes(ref.source))) throw cause;
      throw await notTaken(safeLine(id), other.ref, tools);
    }
  }
  const [first] = await listAll();
  if (first === undefined) return find(latest);
  const { id: newest, source } = first.ref;
  if (names.includes(source)) return find(newest, source);
  throw await notTaken(latest, first.ref, tools);
}

function listAll(): Promise<ListedSession[]> {
  return withSources(usual, (sources) => listSessions(sources, { report: () => {} }));
}

async function notTaken(word: string, ref: SessionRef, tools: string): Promise<CliError> {
  return new CliError(
    1,
    `${word} is ${await nameOf(ref)}, a session of ${ref.source}; this command takes those of ${tools}: name one by its id.`,
  );
}

/** Title and day of a session, as `list` shows them. */
async function nameOf(ref: SessionRef | undefined): Promise<string> {
  const [shown] = ref ? await maskedRefs([ref], await redactionFor(usual)) : [];
  if (!shown) return "(no title)";
  return [safeLine(titleOf(shown)), lastDay(shown)].filter((text) => text !== "").join(", ");
}
