import { type Context, present, type Session } from "@chatexport/core";
import { type Fields, keepRest, recordBeside, todosIn } from "@chatexport/core/source";
import type { Conversation } from "./conversation.js";
import { fieldsOf } from "./fields.js";

/** Facts of a session or sub-agent in JSON files beside its records. */
export interface About {
  title?: string;
  titleFrom?: Session["titleFrom"];
  model?: string;
  archived?: boolean;
  /** The agents that started others, by the names of these. */
  starters?: ReadonlyMap<string, string>;
}

/** Reads such files; each is a record. What has no place in the model, the session keeps. */
export function readAbout(
  paths: readonly string[],
  conversation: Conversation,
  context: Context,
): About {
  const about: About = {};
  for (const path of paths) {
    const stored = recordBeside(path, conversation.draft, context);
    if (!stored) continue;
    const fields = fieldsOf(stored);
    Object.assign(about, factsIn(fields));
    const todos = todosIn(fields, "todos", "title", "content");
    if (todos.length > 0) conversation.todos = todos;
    keepRest(conversation, fields, "state", conversation.draft.tally);
  }
  return about;
}

function factsIn(fields: Fields): About {
  // The list has these, or their place in the store.
  for (const name of ["id", "agent_id", "cwd", "workDir", "forkedFrom"]) fields.text(name);
  for (const name of ["createdAt", "updatedAt", "created_at", "updated_at"]) fields.time(name);
  const kind = fields.word(["replaceable", "generated", "custom"], "titleKind");
  const isOwn = kind === "custom" || fields.flag("isCustomTitle");
  const isMade = fields.flag("title_generated") || kind !== undefined || isOwn === false;
  const title = fields.text("title", "custom_title", "customTitle", "description");
  const spec = fields.object("launch_spec");
  spec?.fitting("agent_id", () => true);
  return present<About>({
    title,
    titleFrom: isOwn ? "user" : isMade ? "generated" : undefined,
    model: spec?.text("effective_model", "model_override"),
    archived: fields.flag("archived") || undefined,
    starters: startersIn(fields.object("agents")),
  });
}

function startersIn(agents: Fields | undefined): About["starters"] {
  const starters = new Map<string, string>();
  for (const name of agents?.names ?? []) {
    const agent = agents?.object(name);
    agent?.word(["main", "sub", "independent"], "type");
    const labelled = agent?.object("labels")?.text("parentAgentId");
    const starter = agent?.text("parentAgentId") ?? labelled;
    if (starter !== undefined) starters.set(name, starter);
  }
  return starters;
}
