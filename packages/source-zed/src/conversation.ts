import type { Message, Session, ToolCall } from "@chatexport/core";
import { objectOf, parseJson, taskCalls, textOf } from "@chatexport/core/read";
import { Draft } from "@chatexport/core/source";

/** A thread while its messages are read. */
export class Conversation {
  readonly draft = new Draft();
  readonly callIds = new Set<string>();
  /** The last call of each id, as the tool calls it. */
  readonly calls = new Map<string, ToolCall>();
  /** The last answer to each prompt, by the id of the prompt. */
  readonly answersTo = new Map<string, Message>();
  /** Answers of the legacy form, by their places in the list. */
  readonly answersAt = new Map<number, Message>();
  /** The id of the prompt that is being answered. */
  prompt: string | undefined;

  /** Says of a sub-agent which call started it: the one whose result names it, else the only one with its prompt. */
  link(subagent: Session): void {
    const calls = taskCalls(this.draft).filter((call) => call.subagent === undefined);
    const asked = subagent.messages[0]?.parts.find((part) => part.type === "text")?.text;
    const fitting = calls.filter(
      ({ task, result }) => !result && task !== undefined && task === asked,
    );
    const named = calls.find((call) => subagentOf(call) === subagent.id);
    const call = named ?? (fitting.length === 1 ? fitting[0] : undefined);
    if (!call || !subagent.parent) return;
    call.subagent = subagent.id;
    subagent.parent.toolCallId = call.id;
  }
}

/** The id of the thread that a call has started or gone on with. */
function subagentOf({ result }: ToolCall): string | undefined {
  const [shown] = result?.content ?? [];
  const told =
    objectOf(result?.output) ?? objectOf(shown?.type === "text" && parseJson(shown.text));
  return textOf(told?.session_id);
}
