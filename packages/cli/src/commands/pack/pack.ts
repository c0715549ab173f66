import { statSync } from "node:fs";
import { resolve } from "node:path";
import { present, safeLine } from "@chatexport/core";
import { formatBytes, plural } from "@chatexport/sink-terminal/format";
import { findPackable, type Packable, packableTools, packSessions } from "@chatexport/transplant";
import { editSessions, ownSession } from "../../host/changes/own-session.js";
import { redactionFor } from "../../host/content/redaction.js";
import { nearPath } from "../../host/files/paths.js";
import { writeOut } from "../../host/files/write-out.js";
import type { OptionsOf } from "../../options/option-table.js";
import { usageError } from "../../terminal/cli-error.js";
import { jsonLine } from "../../terminal/json-text.js";
import { shellLine } from "../../terminal/shell-words.js";
import { writeStdout } from "../../terminal/stdout.js";

/** The options of the command; `out` is asked for where it is needed. */
type PackOptions = Omit<OptionsOf<"pack">, "out"> & { out?: string };

const listed = new Intl.ListFormat("en-GB");

/** Packs sessions with all their files into one; resolves to the exit code. */
export async function pack(options: PackOptions, ...ids: string[]): Promise<number> {
  const { out, json, from } = options;
  if (out === undefined) throw usageError("pack needs a file to write: -o talk.tar.gz.");
  const path = resolve(out);
  // A store that a change has left unfinished is not read.
  return editSessions("pack", { ...options, dryRun: true }, async ({ messages, edit }) => {
    const tools = [...packableTools.keys()].filter((tool) => from?.includes(tool) ?? true);
    const titles = listed.format(tools.map((tool) => packableTools.get(tool) ?? tool));
    if (tools.length === 0)
      throw usageError(`pack takes sessions of ${listed.format(packableTools.values())}.`);
    const find = (word: string, source?: string) =>
      findPackable(
        word,
        edit.system,
        tools.filter((tool) => source === undefined || tool === source),
      );
    const found = new Map<string, Packable>();
    for (const id of ids) {
      const each = await ownSession(id, find, tools, titles);
      found.set(`${each.tool} ${each.id}`, each);
    }
    const redaction = await redactionFor(options);
    const { sessions, files, unmasked } = await packSessions(
      [...found.values()],
      (content) => writeOut(path, content),
      redaction.transforms[0],
    );
    const bytes = statSync(path).size;
    const masked = redaction.counts()?.reduce((sum, { secrets }) => sum + secrets, 0);
    if (json) {
      const left = masked === undefined ? undefined : unmasked;
      const facts = present({
        ...{ path, bytes, sessions, files },
        ...{ masked, unmasked: left },
      });
      await writeStdout(jsonLine(facts));
      return 0;
    }
    const name = nearPath(path);
    const what = `${plural(sessions.length, "session")} in ${plural(files, "file")}`;
    messages.say(`Packed ${what}: ${safeLine(name)} (${formatBytes(bytes)}).`);
    messages.say(
      masked === undefined
        ? "Nothing is masked: keep it to yourself."
        : masked === 0
          ? "No keys or passwords found; it may hold other private details."
          : `${plural(masked, "secret")} masked; it may hold other private details.`,
    );
    if (unmasked.length > 0)
      messages.say(
        `${plural(unmasked.length, "file")} that cannot be masked, since it is no text: ${safeLine(unmasked.join(", "))}.`,
      );
    messages.say("On the other machine, in the folder of the project:");
    messages.say(`  chatexport unpack ${shellLine([name]) ?? "FILE"}`);
    return 0;
  });
}
