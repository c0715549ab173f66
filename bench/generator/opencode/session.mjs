import { partsFrom } from "./parts.mjs";

/**
 * Writes one session of about this many bytes, as 1.18.33 does: rows of messages and parts, and in the
 * log each state that they have had, which is three quarters of the bytes.
 */
export function writeSession(database, random, text, { directory, startedAt, bytes }) {
  const id = `ses_${random.hex(12)}${random.hex(14)}`;
  const before = database.bytes();
  let time = startedAt;
  let seq = 0;
  const tick = () => {
    time += random.integer(5, 3000);
    return time;
  };
  const idOf = (kind) => `${kind}_${time.toString(16).padStart(12, "0")}${random.hex(14)}`;
  const log = (type, data) => {
    const row = { id: idOf("evt"), aggregate_id: id, seq: seq++, type, data };
    database.put("event", row);
  };
  const tokens = { input: 0, output: 0 };

  /** A message with its parts, each of which is logged in all its states. */
  function message(data, makeParts) {
    const messageId = idOf("msg");
    const created = tick();
    const parts = makeParts(messageId).map((states) => {
      const partId = idOf("prt");
      const at = tick();
      const named = { id: partId, messageID: messageId, sessionID: id };
      for (const state of states) log("message.part.updated.1", { part: { ...state, ...named } });
      return { id: partId, at, data: states.at(-1) };
    });
    const whole = { ...data, time: { created, completed: tick() } };
    log("message.updated.1", { info: { ...whole, id: messageId, sessionID: id } });
    const times = { time_created: created, time_updated: time };
    database.put("message", { id: messageId, session_id: id, ...times, data: whole });
    for (const part of parts)
      database.put("part", {
        id: part.id,
        message_id: messageId,
        session_id: id,
        time_created: part.at,
        time_updated: part.at,
        data: part.data,
      });
    return messageId;
  }

  const parts = partsFrom(random, text, directory);
  log("session.created.1", { info: { id, directory } });
  do {
    const model = { providerID: "millwork", modelID: "rye-large-2" };
    const parentID = message({ role: "user", agent: "build", model }, () => [
      [{ type: "text", text: text.plain(random.spread(40, 1600)) }],
    ]);
    for (let step = random.integer(1, 12); step > 0; step--) {
      const used = { input: random.integer(2000, 90_000), output: random.integer(20, 900) };
      tokens.input += used.input;
      tokens.output += used.output;
      const usage = { ...used, reasoning: 0, cache: { read: 0, write: 0 } };
      message(
        {
          role: "assistant",
          parentID,
          ...model,
          mode: "build",
          agent: "build",
          path: { cwd: directory, root: directory },
          cost: 0.01,
          tokens: { total: used.input + used.output, ...usage },
          finish: step > 1 ? "tool-calls" : "stop",
        },
        () => parts(step > 1, usage),
      );
    }
  } while (database.bytes() - before < bytes);
  database.put("session", {
    id,
    project_id: "global",
    directory,
    title: text.plain(30),
    cost: 0.01,
    tokens_input: tokens.input,
    tokens_output: tokens.output,
    time_created: startedAt,
    time_updated: time,
  });
  database.put("event_sequence", { aggregate_id: id, seq });
}
