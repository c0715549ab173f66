import { closeSync, mkdirSync, openSync, utimesSync, writeSync } from "node:fs";
import { dirname } from "node:path";

const bufferedBytes = 1 << 20;

/** A transcript on disk: builds records, chains them, and counts their bytes. */
export function openTranscript(path, random, { sessionId, cwd, agentId, startedAt }) {
  mkdirSync(dirname(path), { recursive: true });
  const file = openSync(path, "w");
  let pending = "";
  let bytes = 0;
  let time = startedAt;
  let parentUuid = null;

  function flush() {
    bytes += writeSync(file, pending);
    pending = "";
  }

  /** Writes a record that is no link of the chain: a title, a mode, a snapshot. */
  function metadata(record) {
    pending += `${JSON.stringify(record)}\n`;
    if (pending.length >= bufferedBytes) flush();
  }

  /** Writes a record of the conversation and returns its uuid. */
  function add(record) {
    const uuid = random.uuid();
    time += random.integer(5, 9000);
    metadata({
      parentUuid,
      isSidechain: agentId !== undefined,
      userType: "external",
      cwd,
      sessionId,
      version: "2.1.39",
      gitBranch: "main",
      ...(agentId && { agentId }),
      ...record,
      uuid,
      timestamp: new Date(time).toISOString(),
    });
    parentUuid = uuid;
    return uuid;
  }

  /** A response of the model: a record for each block, each with the usage so far. */
  function respond(blocks) {
    const id = `msg_01${random.hex(22)}`;
    const requestId = `req_01${random.hex(22)}`;
    const inputTokens = random.integer(2000, 90_000);
    return blocks.map((block, index) => {
      const usage = {
        input_tokens: 3,
        cache_creation_input_tokens: random.integer(0, 4000),
        cache_read_input_tokens: inputTokens,
        cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 0 },
        output_tokens: 8 + index * random.integer(20, 200),
        service_tier: "standard",
      };
      const message = {
        model: "claude-opus-4-6",
        id,
        type: "message",
        role: "assistant",
        content: [block],
        stop_reason: null,
        stop_sequence: null,
        usage,
      };
      return add({ message, requestId, type: "assistant" });
    });
  }

  function close() {
    flush();
    closeSync(file);
    // Listing sorts by the time of the last change, which must not be the time of generation.
    utimesSync(path, time / 1000, time / 1000);
    return { bytes, endedAt: time };
  }

  return { add, metadata, respond, close, now: () => time, size: () => bytes + pending.length };
}
