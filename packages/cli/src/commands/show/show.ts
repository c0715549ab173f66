import type { Content } from "@chatexport/archive/content";
import { type Diagnostic, present, type Session } from "@chatexport/core";
import { renderAlone } from "@chatexport/core/host";
import type { TerminalOptions } from "@chatexport/sink-terminal";
import { writePaged } from "../../host/pager.js";
import { chosenSinks } from "../../host/plugins/choose-plugins.js";
import { loadSinks } from "../../host/plugins/load-plugins.js";
import { refuseUnusedOptions } from "../../host/plugins/plugin-settings.js";
import { printProblems } from "../../host/problems.js";
import {
  hasErrors,
  interrupted,
  type NoEffect,
  startRun,
  unknownTo,
  warnOfNoEffect,
} from "../../host/run.js";
import { findOne, isDone } from "../../host/selection/find-one.js";
import type { OptionsOf } from "../../options/option-table.js";
import { usageError } from "../../terminal/cli-error.js";
import { jsonLine } from "../../terminal/json-text.js";
import { forStdout } from "../../terminal/stdout-document.js";
import { stdoutStyle } from "../../terminal/text-style.js";
import { zoneOf } from "../../terminal/time-zone.js";

/** Shows one session; resolves to the exit code. */
export async function show(options: OptionsOf<"show">, id: string): Promise<number> {
  await refuseUnusedOptions(options, options.to ? await chosenSinks(options) : []);
  const form = await formOf(options);
  const run = await startRun(options);
  warnOfNoEffect(form.ignored, run.messages);

  const found = await findOne(options, id, run);
  const { session } = found;
  if (run.signal.aborted) return interrupted;
  if (session && !(await writePaged(form.pieces(session), form.isForPeople, run)))
    return interrupted;
  await printProblems(run, options, (diagnostic) => concernsReader(diagnostic, session));
  return isDone(found) && !hasErrors(run) ? 0 : 1;
}

/**
 * True when the reader of a session has to know of a diagnostic: no notes, and nothing about other
 * sessions.
 */
function concernsReader({ severity, session }: Diagnostic, shown: Session | undefined): boolean {
  const isOfOther = session !== undefined && session !== shown?.id;
  return severity === "error" || (severity === "warning" && !isOfOther);
}

/** The form in which a session is shown. */
interface Form {
  /** It is read, in a pager where there is one. */
  isForPeople: boolean;
  ignored: NoEffect[];
  /** The session in pieces; each call begins anew. */
  pieces(session: Session): Content;
}

/** The form that the user asked for; throws a usage error where there is no such form. */
async function formOf(options: OptionsOf<"show">): Promise<Form> {
  const { to, json } = options;
  if (json && to) throw usageError("--json prints the session itself: leave out --to.");
  if (json) return jsonForm(options);
  return to ? sinkForm(options) : textForm(options);
}

function jsonForm({ detail, branches, timezone }: OptionsOf<"show">): Form {
  return {
    isForPeople: false,
    ignored: Object.keys(present({ detail, branches, timezone })).map((option) => ({
      option,
      why: `--json is always ${option === "timezone" ? "in UTC" : "whole"}`,
    })),
    *pieces(session) {
      yield jsonLine(session);
    },
  };
}

async function sinkForm(options: OptionsOf<"show">): Promise<Form> {
  const names = (await chosenSinks(options)).map((sink) => sink.name);
  if (names.length > 1)
    throw usageError(`show writes one document: choose from --to ${names.join(", ")}.`);
  const { sinks, unknown } = await loadSinks(options);
  return {
    isForPeople: true,
    ignored: unknownTo(names, unknown),
    async *pieces(session) {
      for (const { plugin } of sinks) yield* forStdout(renderAlone(plugin, session));
    },
  };
}

async function textForm(options: OptionsOf<"show">): Promise<Form> {
  const { detail, branches, color } = options;
  const { default: terminal } = await import("@chatexport/sink-terminal");
  const { colors, columns } = stdoutStyle(color);
  // The table of options lets no other words pass.
  const settings = present({
    detail,
    branches,
    timezone: zoneOf(options),
    columns,
  }) as TerminalOptions;
  const sink = terminal({ ...settings, color: colors.isColorSupported });
  return {
    isForPeople: true,
    ignored: [],
    pieces: (session) => renderAlone(sink, session),
  };
}
