import {
  type Context,
  type Json,
  type JsonObject,
  nonEmpty,
  present,
  type Session,
  type ToolDefinition,
  type Usage,
} from "@chatexport/core";
import { listOf, objectOf, objectsOf, textOf } from "@chatexport/core/read";
import {
  bothEnds,
  type Fields,
  keepRest,
  markCopies,
  readRecords,
  recordBeside,
  recordsOfLines,
} from "@chatexport/core/source";
import { fieldsOf } from "./fields.js";
import { listedOf, metaFile, parentFile, titleOf } from "./listed.js";
import { Conversation, readMessage, recordOf } from "./read-message.js";

/** Loads a session. Throws when its file cannot be read. */
export async function loadSession(path: string, id: string, context: Context): Promise<Session> {
  const conversation = new Conversation(path);
  const { draft } = conversation;
  const raw = recordBeside(metaFile(path), draft, context);
  const meta = fieldsOf(raw ?? {});
  const instructions = textOf(meta.object("system_prompt")?.text("content"));
  if (instructions !== undefined)
    draft.begin({
      id: "instructions",
      role: "system",
      parts: [{ type: "text", text: instructions, synthetic: "instructions" }],
      synthetic: "instructions",
    });
  const file = { path, records: recordsOfLines(path, recordOf, context), draftOf: () => draft };
  await readRecords(file, (record) => readMessage(record, conversation), context);
  const ends = bothEnds(path);
  const listed = listedOf(ends, path);
  // A session that was rewound begins so, too.
  const parent = { path: parentFile(path), sessionId: listed?.parent?.sessionId };
  markCopies(draft.messages, parent, ({ message_id }) => message_id);
  const facts = factsOf(meta);
  if (raw) keepRest(conversation, meta, "meta", draft.tally);
  const { branch, ...told } = listed ?? { id };
  return draft.session({
    source: "vibe",
    format: "vibe/jsonl",
    ...told,
    ...titleOf(raw, ends.head),
    id,
    ...facts,
    origin: { path },
    native: conversation.native,
  });
}

/** The facts of the whole session that the model has a place for. */
function factsOf(meta: Fields): Pick<Session, "git" | "model" | "tools" | "usage"> {
  for (const name of ["session_id", "title", "start_time", "end_time", "parent_session_id"])
    meta.text(name);
  meta.word(["auto", "manual"], "title_source");
  meta.object("environment")?.text("working_directory");
  meta.object("system_prompt")?.word(["system"], "role");
  const [branch, commit] = [meta.text("git_branch"), meta.text("git_commit")];
  const stats = meta.object("stats");
  const config = meta.json("config");
  const model = config === undefined ? undefined : modelIn(config);
  // The settings are in no session, of whatever kind they are; that they name models in another way is told.
  if (config !== undefined && (model === undefined || !listsModels(config)))
    meta.unknown.push("config");
  return present({
    git: branch === undefined && commit === undefined ? undefined : present({ branch, commit }),
    model,
    tools: nonEmpty(meta.objects("tools_available").flatMap(toolOf)),
    usage: stats && usageOf(stats),
  });
}

/** The model that was chosen last: the settings name it by an alias. */
function modelIn(config: Json): string | undefined {
  const { active_model: alias, models } = objectOf(config) ?? {};
  const chosen = objectsOf(models).find((model) => model.alias === alias);
  return textOf(chosen?.name) ?? textOf(alias);
}

/** True when the settings list models, each with a name and an alias. */
function listsModels(config: Json): boolean {
  const { models } = objectOf(config) ?? {};
  const isNamed = ({ name, alias }: JsonObject) => !!textOf(name) && !!textOf(alias);
  return listOf(models)?.every((model) => isNamed(objectOf(model) ?? {})) ?? false;
}

function toolOf(stored: Fields): ToolDefinition[] {
  stored.word(["function"], "type");
  const tool = stored.object("function");
  const name = tool?.text("name");
  if (!tool || name === undefined) return [];
  const [description, inputSchema] = [tool.text("description"), tool.object("parameters")?.all()];
  return [present({ name, description, inputSchema })];
}

/** The tokens of a whole session, and what the tool thinks that they cost at most. */
function usageOf(stats: Fields): Usage | undefined {
  const inputTokens = stats.number("session_prompt_tokens");
  const outputTokens = stats.number("session_completion_tokens");
  const amount = stats.number("session_cost");
  if (!inputTokens && !outputTokens) return undefined;
  const cost = amount ? { amount, currency: "USD" } : undefined;
  return present({ inputTokens, outputTokens, cost });
}
