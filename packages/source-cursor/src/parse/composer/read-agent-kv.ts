import { present, type Session } from "@chatexport/core";
import { textOf } from "@chatexport/core/read";
import { malformedPart, missingBlobs } from "../../diagnostics.js";
import type { ReadContext } from "../../locate/contexts.js";
import { countUnusedRows } from "../../rows/keys.js";
import { filled } from "../../values/json-text.js";
import { agentKvBlobs, messagesUnder } from "../agent/blobs.js";
import { messageIds, rootState } from "../agent/composer-history.js";
import { composerState } from "../agent/conversation-state.js";
import { nativeOf } from "../agent/message-facts.js";
import { agentMessages } from "../agent/messages.js";
import { turnMessages, wholeHistory } from "../agent/turns.js";
import { fieldsOf } from "../fields.js";
import { sessionOf } from "../session.js";
import { type ComposerSource, composerHead, tallyOf } from "./composer-data.js";
import { composerNative } from "./native-facts.js";

/** The conversation of a composer without bubbles, from the agent's own state (3.0 on), if it has a message. */
export function readAgentKv(source: ComposerSource, context: ReadContext): Session | undefined {
  const { id, data, origin, rows } = source;
  if (!rows) return undefined;
  const blobs = agentKvBlobs(rows);
  const blobOrigin = (blob: string) => present({ path: origin.path, at: `agentKv:blob:${blob}` });
  const found = messagesUnder(messageIds(rows, data, id), blobs);
  // Several conversations may share a blob, so that the store counts them.
  const tally = tallyOf(source);
  const { messages: own } = agentMessages(
    found.records.map((record) => ({ ...record, at: `agentKv:blob:${record.id}` })),
    tally,
  );
  const state = composerState(data).state ?? rootState(rows, data, id);
  const turns = turnMessages(state?.turns ?? [], blobs);
  const { messages, hasOwn } = wholeHistory(own, turns);
  if (messages.length === 0) return undefined;

  const native = composerNative(fieldsOf(data), data, tally);
  countUnusedRows(rows, id, tally, false);
  for (const blob of found.malformed) context.report(malformedPart(blobOrigin(blob), "message"));
  const missing = hasOwn ? found.missing : turns.flatMap(({ missing }) => missing);
  const [first] = missing;
  if (first !== undefined)
    context.report(missingBlobs(blobOrigin(first), missing.length, "no longer"));
  const head = composerHead(data);
  return sessionOf({
    id,
    format: "cursor/agent-kv",
    head,
    messages,
    tally,
    origin,
    startedAt: head.startedAt ?? state?.startedAt,
    updatedAt: head.updatedAt,
    native: filled({ ...native, ...nativeOf(textOf(data.unifiedMode) ?? state?.mode, state) }),
  });
}
