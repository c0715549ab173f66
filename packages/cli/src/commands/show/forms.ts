import type { Content } from "@chatexport/archive/content";
import { contextFor, present, type Session, type Sink } from "@chatexport/core";
import type { TerminalOptions } from "@chatexport/sink-terminal";
import { chosenSinks } from "../../host/plugins/choose-plugins.js";
import { loadSinks } from "../../host/plugins/load-plugins.js";
import type { ShowOptions } from "../../options/option-table.js";
import { usageError } from "../../terminal/cli-error.js";
import { jsonLine } from "../../terminal/json-text.js";
import { forStdout } from "../../terminal/stdout-document.js";
import { stdoutStyle } from "../../terminal/text-style.js";

/** How a session is shown. */
export interface Form {
  /** What is written, for messages. */
  name: string;
  /** It is read, in a pager where there is one. */
  isForPeople: boolean;
  /** Options that were given and change nothing, because it is always whole. */
  ignored: string[];
  /** The session in pieces; each call begins anew. */
  pieces(session: Session): Content;
}

/** The form that the user asked for; throws a usage error where there is no such form. */
export async function formOf(options: ShowOptions): Promise<Form> {
  const { to, json } = options;
  if (json && to) throw usageError("--json prints the session itself: leave out --to.");
  if (json) return jsonForm(options);
  return to ? sinkForm(options) : textForm(options);
}

function jsonForm({ detail, branches }: ShowOptions): Form {
  return {
    name: "--json",
    isForPeople: false,
    ignored: Object.keys(present({ detail, branches })),
    *pieces(session) {
      yield `${jsonLine(session)}\n`;
    },
  };
}

async function sinkForm(options: ShowOptions): Promise<Form> {
  const names = (await chosenSinks(options)).map((sink) => sink.name);
  if (names.length > 1)
    throw usageError(`show writes one document: choose from --to ${names.join(", ")}.`);
  const { sinks, unknown } = await loadSinks(options);
  return {
    name: names.join(),
    isForPeople: true,
    ignored: unknown,
    async *pieces(session) {
      for (const { plugin } of sinks) yield* forStdout(rendered(plugin, session));
    },
  };
}

async function textForm({ detail, branches, color }: ShowOptions): Promise<Form> {
  const { default: terminal } = await import("@chatexport/sink-terminal");
  const { colors, columns } = stdoutStyle(color);
  // The table of options lets no other words pass.
  const settings = present({ detail, branches, columns }) as TerminalOptions;
  const sink = terminal({ ...settings, color: colors.isColorSupported });
  return {
    name: "text",
    isForPeople: true,
    ignored: [],
    pieces: (session) => rendered(sink, session),
  };
}

function rendered(sink: Sink, session: Session): Content {
  return sink.render(session, {
    ...contextFor({}, { source: session.source, session: session.id }),
    asset: async () => undefined,
  });
}
