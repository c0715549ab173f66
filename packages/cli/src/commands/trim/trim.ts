import { defined } from "@chatexport/core";
import { formatBytes, formatCount } from "@chatexport/sink-terminal/format";
import type { OwnSession, PlannedTrim, Saved } from "@chatexport/transplant";
import { ask, refuseQuestions } from "../../host/changes/ask.js";
import { editSession } from "../../host/changes/own-session.js";
import { shortPath } from "../../host/files/paths.js";
import type { OptionsOf } from "../../options/option-table.js";
import { usageError } from "../../terminal/cli-error.js";
import { jsonLine } from "../../terminal/json-text.js";
import { openPage } from "../../terminal/page.js";
import { writeStdout } from "../../terminal/stdout.js";
import { stdoutStyle } from "../../terminal/text-style.js";

/** Leaves parts out of a session after showing what that saves; resolves to the exit code. */
export async function trim(options: OptionsOf<"trim">, id: string): Promise<number> {
  const { results, images, trimReasoning: reasoning, before, json, dryRun } = options;
  const wanted = defined({ results, images, reasoning, before });
  refuseQuestions(options);
  return editSession("trim", options, id, async (session, run, name) => {
    if (Object.keys(wanted).length === 0)
      throw usageError(
        "trim needs to know what: add --results, --images, --reasoning or --before.",
      );
    const planned = await session.trim(wanted);
    const isNeeded = planned.saved.length > 0;
    if (!json) await writeStdout(planPage(planned, session, name, options.color));
    const isMeant = isNeeded && !dryRun && (await ask("Go ahead?", options, run));
    const change = isMeant ? await planned.apply(run.edit) : undefined;
    if (json) await writeStdout(jsonLine({ ...factsOf(planned, session), ...defined({ change }) }));
    else if (change !== undefined) run.messages.say("Trimmed. chatexport undo takes it back.");
    else if (isNeeded) run.messages.say("Nothing was changed.");
    return isNeeded && !dryRun && change === undefined ? 1 : 0;
  });
}

function factsOf({ saved, bytesBefore, bytesAfter }: PlannedTrim, { id, path }: OwnSession) {
  return { id, path, saved, bytesBefore, bytesAfter };
}

const singular: Readonly<Record<Saved["what"], string>> = {
  "earlier messages": "earlier message",
  results: "result",
  images: "image",
  "pieces of reasoning": "piece of reasoning",
};

function planPage(
  { saved, bytesBefore, bytesAfter }: PlannedTrim,
  { path }: OwnSession,
  name: string,
  color: boolean,
): string {
  const page = openPage(stdoutStyle(color));
  page.heading(name);
  page.detail(shortPath(path));
  for (const { what, count, tokens } of saved)
    page.item(
      "note",
      `${formatCount(count)} ${count === 1 ? singular[what] : what}: about ${formatCount(tokens)} tokens less`,
    );
  if (saved.length === 0) page.item("fine", "It has nothing of that to cut.");
  else page.item("note", `${formatBytes(bytesBefore)} become ${formatBytes(bytesAfter)}.`);
  return page.text();
}
