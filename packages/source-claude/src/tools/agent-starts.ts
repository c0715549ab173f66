import type { Json, JsonObject } from "@chatexport/core";
import { objectOf, textOf, wordOf } from "@chatexport/core/read";
import { contentOf } from "../records/commands.js";
import { textsOf } from "../records/prompts.js";
import type { RecordedResult } from "./results.js";

/** Which call started which sub-agent; the first four are from ids of agents to ids of calls. */
export class AgentStarts {
  /** By what the tool returned (since about 2.0.28); of several calls the first. */
  readonly results = new Map<string, string>();
  /** By the progress that a call made, until about 2.1.8x. */
  readonly progress = new Map<string, string>();
  /** By what a background task told at its end, or by its own id for a workflow. */
  readonly notifications = new Map<string, string>();
  /** By a line of the text that the model saw of a result. */
  readonly trailers = new Map<string, string>();
  /** By the id of a call the agent that it returned, so also of calls that resumed one. */
  readonly named = new Map<string, string>();
  /** The agents that the user started with `/subtask`, so no call did (2.1.330). */
  readonly launched = new Set<string>();
  /** From the id of a workflow's run to the id of the call that began it. */
  readonly runs = new Map<string, string>();

  /** Takes what a record tells. */
  add(record: JsonObject): void {
    const agent = record.type === "system" ? textOf(record.launchedAgentId) : undefined;
    if (agent) this.launched.add(agent);
    if (record.type === "progress")
      note(this.progress, objectOf(record.data)?.agentId, record.parentToolUseID);
    else for (const text of notifyingTexts(record)) readNotifications(text, this.notifications);
  }

  /** Takes what the result of a call tells, which may be one that starts a sub-agent. */
  addResult({ block, output }: RecordedResult, startsAgent: boolean): void {
    const callId = wordOf(block.tool_use_id);
    const { agentId, runId } = objectOf(output) ?? {};
    const agent = textOf(agentId);
    note(this.results, agentId, callId);
    note(this.runs, runId, callId);
    if (agent) this.named.set(callId, agent);
    if (!startsAgent) return;
    for (const text of textsOf(block.content)) note(this.trailers, trailerIn(text), callId);
  }
}

/** The first call is the one that started it; later ones ask it for more. */
function note(calls: Map<string, string>, agent: Json | undefined, call: Json | undefined): void {
  const [agentId, callId] = [textOf(agent), textOf(call)];
  if (agentId && callId && !calls.has(agentId)) calls.set(agentId, callId);
}

/** The texts in which a background task can tell that it ended. */
function notifyingTexts(record: JsonObject): string[] {
  if (record.type === "user") {
    // Most records of the user are results of tools.
    return record.toolUseResult === undefined ? textsOf(objectOf(record.message)?.content) : [];
  }
  if (record.type === "queue-operation") return textsOf(record.content);
  const attachment = record.type === "attachment" ? objectOf(record.attachment) : undefined;
  return attachment?.type === "queued_command" ? textsOf(attachment.prompt) : [];
}

function readNotifications(text: string, notifications: Map<string, string>): void {
  const [, ...pieces] = text.split("<task-notification>");
  for (const piece of pieces) {
    const [notification = ""] = piece.split("</task-notification>", 1);
    note(notifications, contentOf(notification, "task-id"), contentOf(notification, "tool-use-id"));
  }
}

const trailer = "agentId: ";

/** The last line of this kind is the tool's, near the end; earlier ones can be a quotation by the agent. */
function trailerIn(text: string): string | undefined {
  const end = text.slice(-2000);
  const start = end.lastIndexOf(`\n${trailer}`) + 1;
  if (!end.startsWith(trailer, start)) return undefined;
  return /^[\w-]{1,100}/.exec(end.slice(start + trailer.length))?.[0];
}
