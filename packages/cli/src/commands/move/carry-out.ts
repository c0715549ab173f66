import { resolve } from "node:path";
import { defined, present, type Source } from "@chatexport/core";
import {
  apply,
  type Outcome,
  type Plan,
  type PlanOptions,
  plan,
  planData,
  tools,
} from "@chatexport/relocate";
import { builtIns } from "../../built-in.js";
import { ask } from "../../host/changes/ask.js";
import { createSource, importBuiltIn } from "../../host/plugins/plugin-package.js";
import type { Run } from "../../host/run.js";
import type { OptionsOf } from "../../options/option-table.js";
import { CliError } from "../../terminal/cli-error.js";
import { jsonLine } from "../../terminal/json-text.js";
import { writeStdout } from "../../terminal/stdout.js";
import { stdoutStyle } from "../../terminal/text-style.js";
import { outcomeText, planPage, stepTexts } from "./move-texts.js";

type MoveRun = Pick<Run, "messages" | "signal">;

/** Plans a move, shows it, asks, and carries it out; resolves to the exit code. */
export async function carryOut(
  from: string,
  to: string,
  options: OptionsOf<"move">,
  run: MoveRun,
): Promise<number> {
  const others = await otherSources(options);
  const planned = await plan(from, to, { ...planOptions(options), others });
  if (!options.json)
    await writeStdout(planPage(planned, options.verbose === true, stdoutStyle(options.color)));
  if (options.dryRun) {
    if (options.json) await writeStdout(jsonLine({ plan: planData(planned) }));
    else run.messages.say("Dry run: nothing was changed.");
    return 0;
  }
  refuseNothing(planned);
  if (!(await ask("Go ahead?", options, run))) {
    run.messages.say("Nothing was changed.");
    return 1;
  }
  const outcome = await applied(planned, run);
  if (options.json) await writeStdout(jsonLine({ plan: planData(planned), outcome }));
  else for (const line of outcomeText(outcome, planned, options)) run.messages.say(line);
  return 0;
}

async function applied(planned: Plan, { messages, signal }: MoveRun): Promise<Outcome> {
  const progress = messages.progress();
  try {
    return await apply(planned, { signal, onStep: (step) => progress.update(stepTexts[step]) });
  } finally {
    progress.end();
  }
}

/** The sources of tools that a move does not know. */
async function otherSources({ home }: OptionsOf<"move">): Promise<Source[]> {
  const places = defined({ home: home === undefined ? undefined : resolve(home) });
  const others = Object.entries(builtIns.source).filter(([name]) => !moved.has(name));
  return Promise.all(
    others.map(async ([name, one]) => {
      const plugin = await importBuiltIn(name, one);
      return createSource(plugin, [], places, {}).plugin;
    }),
  );
}

const moved: ReadonlySet<string> = new Set(tools);

function planOptions({
  home,
  sessionsOnly,
  claudeOnly,
  cursorOnly,
}: OptionsOf<"move">): PlanOptions {
  return present({
    home,
    sessionsOnly,
    only: claudeOnly ? (["claude"] as const) : cursorOnly ? (["cursor"] as const) : undefined,
  });
}

/** A move that would do nothing was meant otherwise. */
function refuseNothing({ move, folder, stores, notes }: Plan): void {
  const isEmpty = stores.every(({ rewrites, renames }) => rewrites.length + renames.length === 0);
  if (!isEmpty || folder !== "stays") return;
  if (notes.some(({ code }) => code === "sessions-stay"))
    throw new CliError(1, "Nothing was moved: no tool that move changes knows this project.");
  throw new CliError(
    1,
    `No tool knows a project at ${move.from}; chatexport list shows the projects they know.`,
  );
}
