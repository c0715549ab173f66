import {
  type AccountExports,
  countCopy,
  type ExportedConversation,
  type ExportLocator,
} from "@chatexport/account-exports";
import {
  type Branch,
  type Context,
  type JsonObject,
  nonEmpty,
  type Session,
} from "@chatexport/core";
import { objectOf } from "@chatexport/core/read";
import { type Holder, keepRest, malformedEntry } from "@chatexport/core/source";
import { format, headOf, nodesOf } from "./conversations.js";
import { fieldsOf } from "./fields.js";
import { Reading } from "./reading.js";

/** Loads a conversation. Rejects when the export has changed since it was listed. */
export async function loadConversation(
  id: string,
  { copies = [], ...location }: ExportLocator,
  exports: AccountExports,
  context: Context,
): Promise<Session> {
  const conversation = await exports.read(id, location, context);
  const { data } = conversation;
  const reading = new Reading(`/${location.index}/mapping`);
  const { draft, tree } = reading;
  const { tally } = draft;
  tally.read();
  tally.keep();
  for (const node of nodesOf(data)) reading.read(node);
  for (const copy of copies)
    countCopy(copy, knownOf(await exports.read(id, copy, context), data), tally, context);
  for (const [name, node] of Object.entries(objectOf(data.mapping) ?? {}))
    if (!objectOf(node)) {
      tally.read();
      tally.malformed();
      context.report(malformedEntry(location.path, reading.placeOf(name)));
    }

  const fields = fieldsOf(data);
  fields.fitting("mapping", (value) => objectOf(value) !== undefined);
  fields.text("title");
  for (const name of ["id", "conversation_id"]) fields.fitting(name, (value) => value === id);
  for (const name of ["create_time", "update_time"]) fields.time(name);
  const end = fields.text("current_node");
  const archived = fields.flag("is_archived") || undefined;
  const unsaid = Object.fromEntries(reading.unsaid);
  const rest: Holder = reading.unsaid.size > 0 ? { native: { unsaid } } : {};
  keepRest(rest, fields, "conversation", tally);
  reading.unknown.report(location.path, context);
  const { active, branches } = tree.lines(draft.messages, tree.messageAt(end) ? end : undefined);
  return draft.session({
    id,
    source: "chatgpt",
    format,
    ...headOf(data),
    archived,
    messages: active,
    branches: nonEmpty(branches.map(withReason)),
    origin: { path: location.path, at: `/${location.index}` },
    native: rest.native,
  });
}

/** For each node of an earlier export, true when the latest one has it, too. */
function knownOf({ data }: ExportedConversation, latest: JsonObject): boolean[] {
  const known = new Set(nodesOf(latest).map(({ id }) => id));
  return nodesOf(data).map(({ id, message }) => known.has(id) || message === undefined);
}

/** A prompt that was edited, or an answer that was asked for once more. */
function withReason(branch: Branch): Branch {
  return { ...branch, reason: branch.messages[0]?.role === "user" ? "edit" : "retry" };
}
