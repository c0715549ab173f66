import type { JsonObject } from "@chatexport/core";
import { nameSet, objectOf } from "@chatexport/core/read";
import { droppedFields, Fields, type NamedFields } from "@chatexport/core/source";

/** The fields that are in no session, with the reason. */
export const dropped = droppedFields({
  "the record has it as its key": { texts: "id" },
  "the id of the session": { texts: "sessionID session_id parentSessionId" },
  "the id of the message": { texts: "messageID" },
  "the prompt before it": { texts: "parentID" },
  "the file has its path": { texts: "relativePath" },
  "of a row; a message has its own": { numbers: "time_created" },
  "of a row; a session has its own": { numbers: "time_updated" },
  "the order of a list": { numbers: "position" },
  "the beginning of the output": { texts: "preview" },
  "the sum of the other numbers": { numbers: "total" },
  "how often the tool tried to go on after it had ended": { numbers: "resumeAttempts" },
});

/**
 * Fields that the model has no place for, as the tool has written them from 0.6 to 1.18.33, and 2.0
 * names them.
 */
const kept = nameSet(
  // Of a session, and of its todo list.
  "archived compacting cost forkBoundary forkSessionID idle idleOutcome metadata path permission priority",
  "additions deletions projectID revert share slug suspended tokens viewed workspaceID",
  // Of a message.
  "agent agents body compacted description format model modelID mode native previous providerContext providerID",
  "providerState rawFinish recent references root skill skills snapshot structured subpath summary system",
  "tools variant waiting",
  // Of a part.
  "attempt auto command compacted completed created end executed files hash ignored metrics name overflow provider",
  "providerResultState pruned reason source start streamed tail_start_id time",
  // Of a file.
  "clientName kind mention range synthetic text type uri value",
  // Of a call.
  "content cursor outputPaths result size title",
  // Of an error.
  "at isRetryable message ref responseBody responseHeaders retries statusCode step",
);

const named: NamedFields = { dropped, kept };

/** The fields of a record. */
export function fieldsOf(record: JsonObject): Fields {
  return new Fields(record, named);
}

/** Takes the first of some objects whose names are those of others, as of tools and providers: none is unknown. */
export function notesOf(fields: Fields, ...names: readonly string[]): Fields | undefined {
  const notes = fields.made(objectOf, ...names);
  return notes && fieldsOf(notes);
}
