import {
  allMessages,
  type Context,
  type JsonObject,
  type Origin,
  present,
  type Session,
} from "@chatexport/core";
import { objectOf, TallyCounter } from "@chatexport/core/read";
import { keyValues } from "@chatexport/sqlite";
import type { Copy, Format } from "../conversation/copy.js";
import type { Conversation } from "../conversation/group-copies.js";
import { unreadableCopy } from "../diagnostics.js";
import { readCache } from "../list/cache-storage.js";
import { readPlan } from "../list/list-plans.js";
import type { ReadContext } from "../locate/contexts.js";
import { type StoreFiles, textFile } from "../locate/store-files.js";
import { readChat } from "../parse/agent/read-chat.js";
import { readTranscript } from "../parse/agent/read-transcript.js";
import { type ComposerSource, conversationsIn } from "../parse/composer/composer-data.js";
import { readAgentKv } from "../parse/composer/read-agent-kv.js";
import { readComposer, readTab } from "../parse/composer/read-composer.js";
import { paneContexts } from "../parse/composer/request-contexts.js";
import { readRow, readSharedJson, reportDamage } from "../rows/read-rows.js";
import { embedSubagents } from "./embed-subagents.js";
import { mergeCopies } from "./merge-copies.js";

/** A conversation with its sub-agents, from all copies that can be read. Throws when none can be. */
export async function loadConversation(
  conversation: Conversation,
  context: ReadContext,
): Promise<Session> {
  const { id, head, copies, subagents } = conversation;
  const session = { ...mergeCopies(await readCopies(copies, context), context, head), id };
  addOverflow(session, context.files);
  const loaded: Session[] = [];
  for (const subagent of subagents)
    try {
      context.signal.throwIfAborted();
      loaded.push(await loadConversation(subagent, context));
    } catch (cause) {
      context.signal.throwIfAborted();
      reportCopy(subagent.copies[0], cause, context);
    }
  return embedSubagents(session, loaded);
}

async function readCopies(
  copies: Conversation["copies"],
  context: ReadContext,
): Promise<[Session, ...Session[]]> {
  const sessions: Session[] = [];
  const failures: [Copy, unknown][] = [];
  for (const [index, copy] of copies.entries()) {
    context.signal.throwIfAborted();
    // A composer can hold older messages inside its row than in rows of their own.
    const isRepeated = copies
      .slice(0, index)
      .some(({ path, key }) => key !== undefined && key === copy.key && path === copy.path);
    try {
      sessions.push(await readers[copy.format](copy, context, isRepeated));
    } catch (cause) {
      context.signal.throwIfAborted();
      failures.push([copy, cause]);
    }
  }
  const [best, ...others] = sessions;
  if (!best) throw failures[0]?.[1];
  for (const [copy, cause] of failures) reportCopy(copy, cause, context);
  return [best, ...others];
}

function reportCopy(copy: Copy, cause: unknown, context: Context): void {
  context.report(unreadableCopy(originOf(copy), cause));
}

function originOf({ path, key }: Copy): Origin {
  return present({ path, at: key });
}

type Reader = (copy: Copy, context: ReadContext, isRepeated: boolean) => Session | Promise<Session>;

const readers: Readonly<Record<Format, Reader>> = {
  "cursor/bubbles": readComposerRow,
  "cursor/inline": (copy, context, isRepeated) =>
    copy.key?.startsWith("composerData:")
      ? readComposerRow(copy, context, isRepeated)
      : readWorkspaceComposer(copy, context),
  "cursor/tabs": readPaneTab,
  "cursor/store": readChat,
  "cursor/agent-kv": readComposerRow,
  "cursor/transcript-jsonl": readTranscript,
  "cursor/transcript-json": readTranscript,
  "cursor/transcript-txt": readTranscript,
  "cursor/plan": readPlan,
  "cursor/cache": readCache,
};

function readComposerRow(copy: Copy, context: ReadContext, isRepeated: boolean): Session {
  const { id, format, path, key = "" } = copy;
  const database = context.databases.open(path);
  const rows = keyValues(database, "cursorDiskKV");
  if (!rows) throw new Error("The database has lost its table cursorDiskKV.");
  return database.snapshot(() => {
    const tally = new TallyCounter();
    const value = rows.value(key);
    // A composer that lost its own row is known by its bubbles.
    const isLost = value.kind === "missing";
    if (!isLost) tally.read();
    const row = isLost ? undefined : readRow(rows, key, tally, context, value);
    if (row) tally.keep();
    const source: ComposerSource = {
      id,
      data: row ?? {},
      format: format === "cursor/inline" ? format : "cursor/bubbles",
      origin: { path, at: key },
      // What lies in rows of their own belongs to the copy that was read before.
      ...(!isRepeated && { rows, tally }),
    };
    const found = format === "cursor/agent-kv" ? readAgentKv(source, context) : undefined;
    const session = found ?? readComposer(source, context);
    reportDamage(rows, context);
    return session;
  });
}

function readWorkspaceComposer(copy: Copy, context: ReadContext): Session {
  const data = itemOf(copy, "allComposers", context);
  const origin = originOf(copy);
  return readComposer({ id: copy.id, data, format: "cursor/inline", origin }, context);
}

function readPaneTab(copy: Copy, context: ReadContext): Session {
  const tab = itemOf(copy, "tabs", context);
  const items = keyValues(context.databases.open(copy.path), "ItemTable");
  // Listing told what is wrong with their row.
  const sent = items && paneContexts(items, copy.id, { ...context, report() {} });
  return readTab(tab, originOf(copy), context, sent);
}

/** A conversation out of the list in a row that holds all those of a workspace. */
function itemOf(
  { id, path, key = "", table = "ItemTable" }: Copy,
  list: "allComposers" | "tabs",
  context: ReadContext,
): JsonObject {
  const items = keyValues(context.databases.open(path), table);
  const row = items && objectOf(readSharedJson(items, key, context));
  const found = conversationsIn(row?.[list], list).find((conversation) => conversation?.id === id);
  if (!found) throw new Error("The conversation is no longer in the row.");
  return found.data;
}

/** Puts the outputs that are in files of their own (`agent-tools/<uuid>.txt`, 2026) behind what the model saw. */
function addOverflow(session: Session, files: StoreFiles): void {
  for (const { parts } of allMessages(session))
    for (const part of parts) {
      const result = part.type === "tool-call" ? part.result : undefined;
      if (result?.fullOutputPath === undefined) continue;
      const { fullOutputPath: path } = result;
      result.content.push(textFile({ type: "file", mediaType: "text/plain", path }, path, files));
    }
}
