import { present, type SessionRef } from "@chatexport/core";
import { toolOf } from "@chatexport/document";
import { plural } from "@chatexport/sink-terminal/format";
import { findUnlisted, listAgain, listable, type Unlisted } from "@chatexport/transplant";
import { ask } from "../../host/changes/ask.js";
import { editSessions } from "../../host/changes/own-session.js";
import { maskedRefs, redactionFor } from "../../host/content/redaction.js";
import { shortPath } from "../../host/files/paths.js";
import { idBeginnings } from "../../host/selection/id-beginnings.js";
import type { OptionsOf } from "../../options/option-table.js";
import { jsonLine } from "../../terminal/json-text.js";
import { openPage } from "../../terminal/page.js";
import { lastDay, titleOf } from "../../terminal/session-table.js";
import { commandLine } from "../../terminal/shell-words.js";
import { writeStdout } from "../../terminal/stdout.js";
import { canAsk, stdoutStyle } from "../../terminal/text-style.js";

/**
 * Lists sessions that tools keep and do not show, and has those listed again that can be: after a question, or with
 * `--yes`. Resolves to the exit code.
 */
export async function repairLists(options: OptionsOf<"repair">): Promise<number> {
  return editSessions("repair", options, async (run) => {
    const found = await findUnlisted();
    if (!options.json) await writeStdout(await pageOf(found, options.color));
    const lists = found.flatMap((each) => {
      const isCurable = each.reason === "not-in-list" && listable(each.list).length > 0;
      return isCurable ? [each.list] : [];
    });
    const chats = plural(lists.flatMap(listable).length, "chat");
    const isAsked = lists.length > 0 && !options.dryRun;
    if (isAsked && !options.yes && !options.json && !canAsk())
      run.messages.say(`VS Code can list ${chats} again: add --yes.`);
    const canAnswer = options.yes || (!options.json && canAsk());
    const isMeant =
      isAsked && canAnswer && (await ask(`List ${chats} in VS Code again?`, options, run));
    const change = isMeant ? await listAgain(lists, run.edit) : undefined;
    if (options.json) await writeStdout(jsonLine(await factsOf(found, change)));
    else if (change !== undefined)
      run.messages.say(
        `VS Code lists ${chats} again, checked by reading back. chatexport undo takes it back.`,
      );
    return 0;
  });
}

const redacted = async (refs: readonly SessionRef[]) =>
  maskedRefs(refs, await redactionFor({ redact: true }));

async function factsOf(found: readonly Unlisted[], change: string | undefined) {
  const facts: object[] = [];
  for (const each of found) {
    const again = each.reason === "not-in-list" ? listable(each.list).map(({ id }) => id) : [];
    const { path, movedTo } = each.reason === "folder-gone" ? each.project : {};
    for (const { id, source, title } of await redacted(each.refs)) {
      const canBeListed = again.includes(id);
      const own = { folder: path, movedTo, change: canBeListed ? change : undefined };
      facts.push(present({ id, source, title, reason: each.reason, canBeListed, ...own }));
    }
  }
  return facts;
}

const mostShown = 20;

async function pageOf(found: readonly Unlisted[], color: boolean): Promise<string> {
  const page = openPage(stdoutStyle(color));
  const shortId = idBeginnings(found.flatMap(({ refs }) => refs));
  let tool = "";
  for (const each of found) {
    const refs = await redacted(each.refs);
    const [first] = refs;
    if (!first) continue;
    const own = each.reason === "not-in-list" ? "VS Code" : toolOf(first.source);
    if (own !== tool) page.heading(own);
    tool = own;
    page.item("attention", reasonOf(each));
    page.table<SessionRef>(
      refs,
      [
        { title: "DATE", color: "dim", text: (ref) => lastDay(ref) },
        { title: "ID", color: "yellow", text: shortId },
        { title: "TITLE", text: titleOf },
      ],
      mostShown,
    );
    for (const advice of adviceOf(each, shortId(first))) page.advice(advice);
  }
  if (found.length === 0) page.item("fine", "Tools list all sessions that they keep.");
  return page.text();
}

function reasonOf(each: Unlisted): string {
  const { length } = each.refs;
  const [sessions, are] = [plural(length, "session"), length === 1 ? "is" : "are"];
  if (each.reason === "folder-gone")
    return `${sessions}: the folder ${shortPath(each.project.path)} is not there.`;
  return each.reason === "not-in-database"
    ? `${sessions} ${are} in files of a version before 1.2, and not in the database.`
    : `${plural(length, "chat")} ${are} not in the list in ${shortPath(each.list.database)}.`;
}

/** The remedy, with a command that can be typed. */
function adviceOf(each: Unlisted, id: string): string[] {
  if (each.reason === "folder-gone") {
    const { path, movedTo = "NEW_FOLDER" } = each.project;
    return [`${typed("move", path, movedTo, "--sessions-only")} gives them its new place.`];
  }
  if (each.reason === "not-in-database")
    return [`${typed("continue", id, "--in", "opencode", "--run")} imports the first one.`];
  const left = each.refs.length - listable(each.list).length;
  if (left === 0) return [];
  const chats = plural(left, "chat");
  return [
    `VS Code keeps few chats in a list: ${chats} would leave it again. ${typed("continue", id)} goes on with one elsewhere.`,
  ];
}

function typed(...words: string[]): string {
  return commandLine(words, {}) ?? `chatexport ${words[0]}`;
}
