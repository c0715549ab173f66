import { join } from "node:path";
import { type Context, nonEmpty, present, type Session } from "@chatexport/core";
import { type DamagedText, objectOf, readDocument, textOf } from "@chatexport/core/read";
import { keepRest, readRecords, recordBeside } from "@chatexport/core/source";
import { Conversation, type Event } from "./conversation.js";
import { fieldsOf } from "./fields.js";
import { clockTime, eventFiles, listedOf, stateName } from "./listed.js";
import { readEvent } from "./read-event.js";
import { countsIn } from "./usage.js";

/** Loads the conversation in a folder. Throws when a file of it cannot be read. */
export async function loadSession(folder: string, id: string, context: Context): Promise<Session> {
  const conversation = new Conversation();
  const { draft, tree } = conversation;
  const { total, model, leaf } = readState(join(folder, stateName), conversation, context);
  let before: string | undefined;
  const readOne = (event: Event) => {
    const fate = readEvent(event, conversation);
    tree.place(event);
    before = event.id ?? before;
    return fate;
  };
  for (const [at, path] of eventFiles(folder, context).entries()) {
    const records = [[eventIn(path, at, before)]];
    await readRecords({ path, records, draftOf: () => draft }, readOne, context);
  }
  const { active, branches } = tree.lines(draft.messages, leaf);
  const { id: _, listedBy: __, ...listed } = listedOf(folder);
  return draft.session({
    id,
    source: "openhands",
    format: "openhands/events",
    ...listed,
    titleFrom: listed.title === undefined ? undefined : "first-message",
    model,
    messages: active,
    branches: nonEmpty(branches),
    tools: nonEmpty([...conversation.tools.values()]),
    usage: total,
    origin: { path: folder },
    native: conversation.native,
  });
}

/** Reads the state of a conversation: its tokens, the model that is chosen, and the end of its active line. */
function readState(path: string, conversation: Conversation, context: Context) {
  const { draft } = conversation;
  const state = recordBeside(path, draft, context);
  const fields = fieldsOf(state ?? {});
  const { usages, total } = countsIn(fields);
  conversation.usages = usages;
  const leaf = fields.text("leaf_event_id");
  for (const name of ["id", "last_user_message_id"]) fields.text(name);
  fields.object("workspace")?.text("working_dir");
  // The rest of how the agent is set up stays out: it may hold keys.
  const agent = fields.json("agent");
  const model = textOf(objectOf(objectOf(agent)?.llm)?.model);
  if (agent !== undefined && model === undefined) draft.tally.unknownField("state-key", "agent");
  if (state) keepRest(conversation, fields, "state", draft.tally);
  return { total, model, leaf };
}

/** The event in a file. Before mid-2026, none names the one before it. */
function eventIn(path: string, at: number, before: string | undefined): Event | DamagedText {
  const document = readDocument(path);
  if (!("record" in document)) return document;
  const raw = document.record;
  const fields = fieldsOf(raw);
  const parentId = fields.text("parent_id") ?? before;
  return present<Event>({
    id: fields.text("id"),
    parentId: parentId === rootParent ? undefined : parentId,
    createdAt: fields.made(clockTime, "timestamp"),
    type: fields.text("kind") ?? "none",
    at,
    fields,
    raw,
  });
}

/** The name that stands for no event: that of a new beginning. */
const rootParent = "__root__";
