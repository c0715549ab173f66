import { type ClaudeTranscript, list, object, type RawRecord } from "./raw.js";

/**
 * The transcript with the records of agents that have none of their own: until about 2.1.8x the
 * progress of a call repeated what its agent wrote. `paths` are all transcripts.
 */
export function withLostAgents(
  transcript: ClaudeTranscript,
  paths: readonly string[],
): ClaudeTranscript {
  const seen = new Set<unknown>();
  const lost = transcript.records.flatMap(({ line, record }): RawRecord[] => {
    const { type, agentId, message, normalizedMessages } = object(record.data);
    if (record.type !== "progress" || type !== "agent_progress") return [];
    if (paths.some((path) => path.endsWith(`agent-${agentId}.jsonl`))) return [];
    return [message, ...list(normalizedMessages)].map(object).flatMap((copy): RawRecord[] => {
      if (copy.message === undefined || seen.has(copy.uuid)) return [];
      if (copy.uuid !== undefined) seen.add(copy.uuid);
      return [{ line, record: copy }];
    });
  });
  return { ...transcript, records: [...transcript.records, ...lost] };
}
