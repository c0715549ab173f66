import { type Message, type Part, present, type UnknownPart, type Usage } from "@chatexport/core";
import { Draft, type Fate, type Holder } from "@chatexport/core/source";
import type { CliEvent } from "./event.js";

/** A part that can keep fields of a record. */
type HoldingPart = Exclude<Part, UnknownPart>;

/** The tool's notes on a sub-agent. */
interface AgentNotes extends Holder {
  /** The call that started it. */
  toolCallId?: string;
  displayName?: string;
  name?: string;
  model?: string;
}

/** The messages of one agent while its events are read, one after the other. */
export class Conversation {
  /** Absent for the agent that the user talks to. */
  readonly agentId: string | undefined;
  readonly draft = new Draft();
  /** The tool's notes on a sub-agent when it starts, and when it is over. */
  readonly notes: AgentNotes = {};
  startedAt: string | undefined;
  updatedAt: string | undefined;
  mode: string | undefined;
  effort: string | undefined;
  /** The last system prompt, which each run of the tool repeats. */
  systemPrompt: string | undefined;
  /** Reasoning that the next message may repeat. */
  reasoning: { event: CliEvent; text: string } | undefined;
  /** Tokens of responses that have no message yet, by the ids of their calls of the model. */
  readonly pendingUsage = new Map<string, { event: CliEvent; usage: Usage }>();
  /** The messages of responses, by the same ids. */
  readonly responses = new Map<string, Message>();

  constructor(agentId?: string) {
    this.agentId = agentId;
  }

  get messages(): Message[] {
    return this.draft.messages;
  }

  /** Begins a message. */
  begin({ id, at, createdAt }: CliEvent, role: Message["role"], parts: Part[]): Message {
    const effort = role === "assistant" ? this.effort : undefined;
    const message = { id, role, createdAt, effort, mode: this.mode, parts, origin: { at } };
    return this.draft.begin(present<Message>(message));
  }

  /** Adds something that stands for itself. */
  add(event: CliEvent, part: HoldingPart): Fate {
    this.begin(event, "system", [part]);
    return { kept: part };
  }

  /** The message to which a call belongs that no response has named. */
  lastAnswer(event: CliEvent): Message {
    const last = this.messages.findLast(({ role }) => role === "assistant");
    return last ?? this.begin(event, "assistant", []);
  }

  /** Adds reasoning that no message has repeated. */
  settleReasoning(): void {
    if (!this.reasoning) return;
    const { event, text } = this.reasoning;
    this.reasoning = undefined;
    this.draft.keep(event, this.begin(event, "assistant", [{ type: "reasoning", text }]));
  }

  /** Ends the conversation: tokens that no message has belong to no answer. */
  settle(): void {
    this.settleReasoning();
    for (const { event } of this.pendingUsage.values())
      this.draft.leaveOut(event, "usage-of-no-answer");
    this.pendingUsage.clear();
  }
}
