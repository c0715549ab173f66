import { statSync } from "node:fs";
import { resolve } from "node:path";
import { present, safeLine } from "@chatexport/core";
import { countEach } from "@chatexport/core/read";
import { formatBytes, plural } from "@chatexport/sink-terminal/format";
import {
  findPackable,
  type Packable,
  type PackedToolName,
  packedToolNames,
  packedTools,
  packSessions,
} from "@chatexport/transplant";
import { titleOfSource } from "../../built-in.js";
import { editSessions, ownSession } from "../../host/changes/own-session.js";
import { nearPath } from "../../host/files/paths.js";
import { writeOut } from "../../host/files/write-out.js";
import { type Run, startRun } from "../../host/run.js";
import type { OptionsOf } from "../../options/option-table.js";
import { CliError, usageError } from "../../terminal/cli-error.js";
import { jsonLine } from "../../terminal/json-text.js";
import { listed } from "../../terminal/sentence.js";
import { shellLine } from "../../terminal/shell-words.js";
import { writeStdout } from "../../terminal/stdout.js";
import { type Choice, ofProject } from "./of-project.js";

/** The options of the command; `out` is asked for where it is needed. */
type PackOptions = Omit<OptionsOf<"pack">, "out"> & { out?: string };

/** Packs sessions with all their files into one; resolves to the exit code. */
export async function pack(options: PackOptions, ...given: string[]): Promise<number> {
  const { out, json, from, project } = options;
  const ids = given.filter((id) => id !== "");
  if (out === undefined) throw usageError("pack needs a file to write: -o talk.tar.gz.");
  if (ids.length === 0 && project === undefined)
    throw usageError(
      "pack needs sessions: their ids, latest, or --project . for all of a project.",
    );
  if (ids.length > 0 && project !== undefined)
    throw usageError("pack takes ids or --project, not both.");
  const tools = packedToolNames.filter((tool) => from?.includes(tool) ?? true);
  if (tools.length === 0) throw usageError(`pack takes sessions of ${titlesOf(packedToolNames)}.`);
  const path = resolve(out);
  // A store that a change has left unfinished is not read.
  return editSessions("pack", { ...options, dryRun: true }, async ({ messages, edit, signal }) => {
    const { out: _, ...reading } = options;
    const run = await startRun(reading, signal);
    const chosen =
      project === undefined
        ? await named(ids, tools, (word, own) => findPackable(word, edit.system, own))
        : await ofProject({ ...reading, project }, tools, edit.system, run);
    if (chosen.packables.length === 0) {
      // Where nothing was found, that has been said.
      if (chosen.left.size > 0) throw new CliError(1, leftText(chosen.left));
      return 1;
    }
    const { redaction } = run;
    const [session] = redaction.transforms;
    const packed = await packSessions(
      chosen.packables,
      (content) => writeOut(path, content),
      session && { session, texts: redaction.texts },
    );
    const bytes = statSync(path).size;
    if (json) {
      const { sessions, files, unmasked, empty } = packed;
      const masked = redaction.counts()?.reduce((sum, { secrets }) => sum + secrets, 0);
      const left = { ...(project !== undefined && { left: Object.fromEntries(chosen.left) }) };
      const facts = present({
        ...{ path, bytes, files, ...left },
        sessions: sessions.map(({ tool, id }) => ({ tool, id })),
        ...{ masked, unmasked: masked === undefined ? undefined : unmasked },
        empty: empty.length > 0 ? empty : undefined,
      });
      await writeStdout(jsonLine(facts));
      return 0;
    }
    for (const line of packedText(packed, chosen, { path, bytes }, run)) messages.say(line);
    return 0;
  });
}

/** The sessions that words name. */
async function named(
  ids: readonly string[],
  tools: readonly PackedToolName[],
  find: (word: string, tools: readonly PackedToolName[]) => Packable,
): Promise<Choice> {
  const found = new Map<string, Packable>();
  for (const id of ids) {
    const own = (source?: string) =>
      tools.filter((tool) => source === undefined || tool === source);
    const each = await ownSession(
      id,
      (word, source) => find(word, own(source)),
      tools,
      titlesOf(tools),
    );
    found.set(`${each.tool} ${each.stored.id}`, each);
  }
  return { packables: [...found.values()], left: new Map() };
}

function titlesOf(tools: readonly PackedToolName[]): string {
  return listed(tools.map((tool) => packedTools[tool].title));
}

/** The lines that say what was packed, and what the user should know. */
function packedText(
  { sessions, files, unmasked, empty }: Awaited<ReturnType<typeof packSessions>>,
  { left }: Choice,
  { path, bytes }: { path: string; bytes: number },
  { redaction }: Run,
): string[] {
  const name = nearPath(path);
  const what = `${plural(sessions.length, "session")} in ${plural(files, "file")}`;
  const masked = redaction.counts()?.reduce((sum, { secrets }) => sum + secrets, 0);
  const own = new Set(sessions.map(({ tool }) => tool));
  const of =
    own.size > 1 ? [`${counted(sessions.map(({ tool }) => packedTools[tool].title))}.`] : [];
  return [
    `Packed ${what}: ${safeLine(name)} (${formatBytes(bytes)}).`,
    ...of,
    ...(left.size > 0 ? [leftText(left)] : []),
    ...(empty.length > 0
      ? [`Left out, since nothing was said in it: ${safeLine(empty.join(", "))}.`]
      : []),
    masked === undefined
      ? "Nothing is masked: keep it to yourself."
      : masked === 0
        ? "No keys or passwords found; it may hold other private details."
        : `${plural(masked, "secret")} masked; it may hold other private details.`,
    ...(unmasked.length > 0 && masked !== undefined
      ? [
          `${plural(unmasked.length, "file")} that cannot be masked, since it is no text: ${safeLine(unmasked.join(", "))}.`,
        ]
      : []),
    "On the other machine, in the folder of the project:",
    `  chatexport unpack ${shellLine([name]) ?? "FILE"}`,
  ];
}

/** "Claude Code: 3, pi: 1". */
function counted(titles: readonly string[]): string {
  return Array.from(countEach(titles), ([title, count]) => `${title}: ${count}`).join(", ");
}

function leftText(left: Choice["left"]): string {
  const sessions = Array.from(left, ([source, count]) => `${count} of ${titleOfSource(source)}`);
  const which = safeLine(listed(sessions));
  return `Not packed, since their files cannot be: ${which}. Continue one in another tool first: chatexport continue ID --in claude.`;
}
