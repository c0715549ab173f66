import { thisSystem } from "@chatexport/core/read";
import { type EditOptions, findTranscript } from "@chatexport/transplant";
import type { CommandName } from "../../options/command-names.js";
import type { OptionsOf } from "../../options/option-table.js";
import { interruption } from "../../terminal/interruption.js";
import { openMessages } from "../../terminal/messages.js";
import type { Run } from "../run.js";
import { changeStores } from "./change-stores.js";

/** A run that edits a session in the user's own Claude Code. */
export interface OwnRun extends Pick<Run, "messages" | "signal"> {
  /** How edits are carried out. */
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

/** Edits the session that a part of its id or `latest` names; resolves to the exit code. */
export async function editSession(
  command: CommandName,
  options: Omit<OptionsOf<"rename">, "json">,
  id: string,
  work: (path: string, run: OwnRun) => Promise<number>,
): Promise<number> {
  return editSessions(command, options, (run) => work(findTranscript(id, run.edit.system), run));
}
