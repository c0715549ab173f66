import type { JsonObject } from "@chatexport/core";
import { unreadFields } from "@chatexport/core/read";

/** The fields of the command line's events that are in no session, with the reason. */
export const dropped: Readonly<Record<string, string>> = {
  apiCallId: "joins a response with its tokens",
  byteLength: "the data has its length",
  chunkCount: "the order of messages tells",
  chunkIndex: "the order of messages tells",
  clientRequestId: "an id of the service",
  delivery: "how a prompt was queued",
  eventCount: "a count of records",
  eventsFileSizeBytes: "a size of the file",
  interactionId: "the order of messages tells",
  messageId: "the event has an id",
  originatingMessageId: "the order of messages tells",
  parentAgentTaskId: "an id of the tool's own telemetry",
  parentToolCallId: "sub-agents lie in the session that started them",
  requestId: "an id of the service",
  resumeTime: "the record has its time",
  rte: "a switch of the service",
  serviceRequestId: "an id of the service",
  shellToolInfo: "the tool's guess at what the command does",
  supportedNativeDocumentMimeTypes: "an ability of the model",
  toolTelemetry: "numbers of the tool's own bookkeeping",
  toolTitle: "a caption of the tool for each of its tools",
  turnId: "the order of messages tells",
};

/** The fields of an object that are neither read nor dropped and say something; undefined when there are none. */
export function unread(object: JsonObject, read: ReadonlySet<string>): JsonObject | undefined {
  return unreadFields(object, read, dropped);
}
