import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { turnsFrom } from "./turns.mjs";

/**
 * Writes one rollout of about this many bytes, as 0.169.0 does: each thing as an item of the model's
 * API and as an item of the thread, tokens twice. Returns its bytes.
 */
export function writeRollout(folder, random, text, { id, cwd, startedAt, bytes }) {
  const lines = [];
  let size = 0;
  let time = startedAt;
  let ordinal = 0;
  const add = (type, payload) => {
    time += random.integer(5, 3000);
    const timestamp = new Date(time).toISOString();
    const line = JSON.stringify({ timestamp, ordinal: ordinal++, type, payload });
    lines.push(line);
    size += Buffer.byteLength(line) + 1;
  };
  const timestamp = new Date(startedAt).toISOString();
  add("session_meta", {
    id,
    session_id: id,
    timestamp,
    cwd,
    originator: "codex_exec",
    cli_version: "0.169.0",
    source: "exec",
    model_provider: "openai",
    history_mode: "paginated",
    base_instructions: { text: text.plain(18_000) },
    git: { commit_hash: random.hex(40), branch: "main" },
  });
  const turn = turnsFrom(random, text, { id, cwd, add });
  do turn();
  while (size < bytes);
  const [day, clock] = timestamp.slice(0, 19).split("T");
  const place = `${folder}/${day.replaceAll("-", "/")}`;
  mkdirSync(place, { recursive: true });
  const path = `${place}/rollout-${day}T${clock.replaceAll(":", "-")}-${id}.jsonl`;
  writeFileSync(path, `${lines.join("\n")}\n`);
  // Listing sorts by the time of the last change, which must not be the time of generation.
  utimesSync(path, time / 1000, time / 1000);
  return size;
}
