import {
  defined,
  type Json,
  type JsonObject,
  nonEmpty,
  present,
  type ToolCall,
} from "@chatexport/core";
import { objectOf } from "@chatexport/core/read";
import type { AgentResult } from "./call.js";
import type { StoredResult } from "./results/tool-result.js";
import { toolCall } from "./tool-call.js";

/** A call in the agent's own messages: a part of a message, with the result where there is one. */
export interface AgentCall {
  id: string;
  /** Read, Grep, StrReplace, Shell, Task, … */
  name: string;
  input?: Json;
  /** Arguments that are not JSON. */
  rawInput?: string;
  /** What the store says, or the reader knows; else it is concluded from the result. */
  status?: ToolCall["status"];
  /** Its `output` may be the `highLevelToolCallResult` of the message. */
  result?: AgentResult;
}

/** A call of store.db, agentKv or a transcript in the words of the model. */
export function agentCall({ result, ...call }: AgentCall): ToolCall {
  return toolCall({ ...call, ...defined({ result: result && storedResult(result) }) });
}

/** A result out of the agent's own messages, with what of it a bubble keeps beside it. */
export function storedResult(
  { content, output, isError }: AgentResult,
  beside?: JsonObject,
): StoredResult {
  const fields = objectOf(output);
  return present({
    content: nonEmpty(content),
    value: fields || output === undefined ? { ...beside, ...fields } : output,
    isError,
  });
}
