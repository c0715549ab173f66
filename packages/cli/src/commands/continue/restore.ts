import { isArchive, readArchive } from "@chatexport/archive";
import { safeLine } from "@chatexport/core";
import { type OptionsOf, optionTable } from "../../options/option-table.js";
import { CliError, usageError } from "../../terminal/cli-error.js";
import { giveBack } from "./give-back.js";
import { placeOf } from "./place-of.js";
import { restoreAll } from "./restore-all.js";
import { withWhole } from "./with-whole.js";

/** Brings a session back into the store of the tool that it came from; resolves to the exit code. */
export async function restore(options: OptionsOf<"restore">, id: string): Promise<number> {
  const { every = false } = options;
  if (every === (id !== ""))
    throw usageError(
      "restore needs a session, or --all: chatexport list --from jsonl shows the ids.",
    );
  const what = every ? "--all" : id;
  const archived = options.from ? options : { ...options, ...(await archiveOf(what, options)) };
  if (every) return restoreAll(archived);
  return withWhole(archived, id, async (session, run) => {
    await giveBack(session, placeOf(session), "restore", options, run);
    return 0;
  });
}

/** The archive that has kept a session, where nothing else is named. */
async function archiveOf(id: string, { root }: OptionsOf<"restore">) {
  const usual = optionTable.out.initial;
  if (!root && !(await isArchive(usual)))
    throw usageError(`There is no archive at ${usual}: name one, as in --root ~/archive.`);
  const [place = usual, ...others] = root ?? [];
  if (others.length === 0 && (await isArchive(place)) && !(await mayHaveJsonl(place)))
    throw new CliError(
      1,
      `${safeLine(id)} not found: ${safeLine(place)} has no JSONL; only sessions exported with --to jsonl can be restored.`,
    );
  return { from: ["jsonl"], root: [place, ...others] };
}

/** True when an archive has JSONL, as far as it can be read. */
async function mayHaveJsonl(archive: string): Promise<boolean> {
  try {
    const { sessions } = await readArchive(archive, { report() {} });
    const documents = [...sessions.values()].flatMap((session) => session.documents);
    return documents.some(({ sink }) => sink === "jsonl");
  } catch {
    return true;
  }
}
