import type { Json, Part } from "@chatexport/core";

/** What the model saw of a call's result, as the agent's own messages keep it. */
export interface AgentResult {
  content: Part[];
  /** What the tool returned, where it is kept apart. */
  output?: Json;
  isError?: boolean;
}

/** Where the parts of a call lie that the call itself only names. */
export interface CallLookup {
  /** The result in the agent's own messages. */
  agentResult(toolCallId: string): AgentResult | undefined;
  /** The text of a file before or after an edit, by its key `composer.content.…`. */
  contentOf(key: string): string | undefined;
}
