import type { Branch, CopiedFrom, Message } from "@chatexport/core";
import { isPrompt } from "@chatexport/document";
import { type Columns, count, flag, json, struct, text, time } from "./column.js";
import { keys, type SessionRow } from "./session-rows.js";

/** A message of a session or of one of its sub-agents. */
export interface MessageRow extends SessionRow {
  message: Message;
  /** Counted from 1 on its branch. */
  position: number;
  /** The branch, when it is not the active one. */
  branch?: Branch;
  /** It repeats a message of a session that is in the tables, too. */
  isCopy: boolean;
}

/** By which parts, calls and edits belong to a message, and whether they count. */
export const messageKeys: Columns<
  Pick<MessageRow, "session" | "root" | "isCopy"> & { message?: Message }
> = {
  ...keys,
  message_id: text("The message that it belongs to", ({ message }) => message?.id),
  is_copy: copyFlag(),
};

function copyFlag<From extends Pick<MessageRow, "isCopy">>() {
  return flag<From>(
    "Its message repeats one of another session in the tables: leave it out when you count",
    ({ isCopy }) => isCopy,
  );
}

/** The table `messages`: a row for each message of all branches. */
export const messageColumns: Columns<MessageRow> = {
  ...keys,
  message_id: text("Unique within `session_id` and `agent_id`", ({ message }) => message.id),
  is_copy: copyFlag(),
  position: count("Place on its branch, counted from 1", ({ position }) => position),
  branch: struct<MessageRow, Branch>("The branch; null on the active one", ({ branch }) => branch, {
    id: text("Its id", ({ id }) => id),
    forked_from: text("The last message that both branches share", ({ forkedFrom }) => forkedFrom),
    reason: text("`edit`, `rewind`, `retry`, `orphan` or `parallel`", ({ reason }) => reason),
  }),
  parent_id: text("The message before it", ({ message }) => message.parentId),
  role: text("`user`, `assistant` or `system`", ({ message }) => message.role),
  is_prompt: flag("A person wrote it; in a sub-agent, another agent did", ({ message }) =>
    isPrompt(message),
  ),
  synthetic: text(
    "Why the tool wrote all of it, such as `context` or `reminder`; null for what people and models wrote",
    ({ message }) => message.synthetic,
  ),
  created_at: time("When it was written", ({ message }) => message.createdAt),
  is_inferred_time: flag("`created_at` was derived from its neighbours", ({ message }) =>
    message.createdAtFrom === undefined ? undefined : message.createdAtFrom === "inferred",
  ),
  completed_at: time("When it was complete", ({ message }) => message.completedAt),
  model: text("The model that wrote it", ({ message }) => message.model),
  provider: text("Who ran the model, such as `bedrock`", ({ message }) => message.provider),
  effort: text("How much the model was asked to think", ({ message }) => message.effort),
  response_id: text("The provider's id of the response", ({ message }) => message.responseId),
  tool_version: text(
    "Version of the tool, where it is not that of the session",
    (row) => row.message.toolVersion,
  ),
  mode: text("The tool's mode, such as `plan`", ({ message }) => message.mode),
  cwd: text("Working directory, where it is not that of the session", ({ message }) => message.cwd),
  stop_reason: text("Why the model stopped", ({ message }) => message.stopReason),
  copied_from: struct<MessageRow, CopiedFrom>(
    "The message of another session that it repeats",
    (row) => row.message.copiedFrom,
    {
      session_id: text("That session", ({ sessionId }) => sessionId),
      message_id: text("That message", ({ messageId }) => messageId),
    },
  ),
  native: json("Data of the tool that have no column", ({ message }) => message.native),
};
