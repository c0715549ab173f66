import type { JsonObject, ToolCall } from "@chatexport/core";
import { Draft } from "@chatexport/core/source";

/** What is known while the items of a session are read. */
export class Conversation {
  readonly draft = new Draft();
  readonly calls = new Map<string, ToolCall>();
  /** The model that is chosen for the session. */
  model: string | undefined;
  title: string | undefined;
  native?: JsonObject;
}
