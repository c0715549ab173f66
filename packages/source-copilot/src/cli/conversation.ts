import { type JsonObject, type Message, type Part, present, type Usage } from "@chatexport/core";
import { TallyCounter, uniqueId } from "@chatexport/core/read";
import type { CliEvent, Fate } from "./event.js";

/** The messages of one agent while its events are read, one after the other. */
export class Conversation {
  /** Absent for the agent that the user talks to. */
  readonly agentId: string | undefined;
  readonly messages: Message[] = [];
  readonly tally = new TallyCounter();
  /** What the tool says of a sub-agent: when it started, and when it was over. */
  readonly notes: JsonObject = {};
  startedAt: string | undefined;
  updatedAt: string | undefined;
  mode: string | undefined;
  effort: string | undefined;
  /** The last system prompt, which each run of the tool repeats. */
  systemPrompt: string | undefined;
  /** Reasoning that the next message may repeat. */
  reasoning: { event: CliEvent; text: string } | undefined;
  /** Tokens of responses that have no message yet, by the ids of their calls of the model. */
  readonly pendingUsage = new Map<string, Usage>();
  /** The messages of responses, by the same ids. */
  readonly responses = new Map<string, Message>();
  readonly #ids = new Set<string>();

  constructor(agentId?: string) {
    this.agentId = agentId;
  }

  /** Begins a message. */
  begin(event: CliEvent, role: Message["role"], parts: Part[]): Message {
    const isAnswer = role === "assistant";
    const message = present<Message>({
      id: uniqueId(event.id, this.#ids.size, this.#ids),
      parentId: this.messages.at(-1)?.id,
      role,
      createdAt: event.createdAt,
      effort: isAnswer ? this.effort : undefined,
      mode: this.mode,
      parts,
      origin: { at: event.at },
    });
    this.messages.push(message);
    return message;
  }

  /** Adds something that stands for itself. */
  add(event: CliEvent, part: Part): Fate {
    this.begin(event, "system", [part]);
    return "kept";
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
    this.begin(event, "assistant", [{ type: "reasoning", text }]);
    this.tally.keep();
  }

  /** Ends the conversation: tokens that no message has belong to no answer. */
  settle(): void {
    this.settleReasoning();
    for (const _ of this.pendingUsage) this.tally.skip("usage-of-no-answer");
    this.pendingUsage.clear();
  }
}
