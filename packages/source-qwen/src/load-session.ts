import { type Context, nonEmpty, present, type Session } from "@chatexport/core";
import { bothEnds } from "@chatexport/core/source";
import { readChat, sessionOf } from "./chat.js";
import { listedOf } from "./listed.js";
import { loadSubagents } from "./subagents.js";

/** Loads a session with its sub-agents. Throws when its file cannot be read. */
export async function loadSession(
  path: string,
  { id }: { id: string },
  context: Context,
): Promise<Session> {
  const { subagents, said } = await loadSubagents(path, id, context);
  const conversation = await readChat(path, context, said);
  for (const { id: subagent, parent } of subagents) {
    const call = parent?.toolCallId ? conversation.calls.get(parent.toolCallId) : undefined;
    if (call?.kind === "task") call.subagent = subagent;
  }
  const session = sessionOf(path, id, conversation);
  const title = session.title === undefined ? listedOf(bothEnds(path), path)?.title : undefined;
  return present<Session>({
    ...session,
    ...(title !== undefined && { title, titleFrom: "first-message" as const }),
    subagents: nonEmpty(subagents),
  });
}
