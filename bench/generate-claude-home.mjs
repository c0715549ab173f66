/**
 * Writes a lifelike Claude Code home of a given size, the same for the same seed:
 * node bench/generate-claude-home.mjs [--megabytes 200] [--seed 1] [--out FOLDER]
 */
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { randomFrom } from "./generator/random.mjs";
import { writeSession } from "./generator/session.mjs";
import { textFrom } from "./generator/text.mjs";

const projects = ["app", "site", "tools", "docs", "api", "infra", "games", "notes"];
const firstDay = Date.UTC(2026, 1, 1);
const hour = 3_600_000;

/** Writes the home and, last, `home.json` beside its projects; returns what that file holds. */
export function generateClaudeHome({ out, megabytes, seed = 1 }) {
  const random = randomFrom(seed);
  const text = textFrom(random);
  const totals = { megabytes, seed, sessions: 0, transcripts: 0, bytes: 0 };
  const target = megabytes * 1e6;
  // In a small home, too, there are several sessions.
  const largest = Math.min(8e6, target / 4);
  const unfinished = `${out}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });

  while (totals.bytes < target) {
    const project = random.pick(projects);
    const sessionId = random.uuid();
    const written = writeSession(
      `${unfinished}/projects/-work-${project}/${sessionId}.jsonl`,
      random,
      text,
      {
        sessionId,
        cwd: `/work/${project}`,
        startedAt: firstDay + totals.sessions * hour,
        bytes: Math.min(random.spread(1e5, largest), target - totals.bytes),
      },
    );
    totals.sessions++;
    totals.transcripts += written.transcripts;
    totals.bytes += written.bytes;
  }
  mkdirSync(unfinished, { recursive: true });
  writeFileSync(`${unfinished}/home.json`, JSON.stringify(totals));
  rmSync(out, { recursive: true, force: true });
  renameSync(unfinished, out);
  return totals;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({
    options: {
      megabytes: { type: "string", default: "200" },
      seed: { type: "string", default: "1" },
      out: { type: "string" },
    },
  });
  const megabytes = Number(values.megabytes);
  const out = values.out ?? fileURLToPath(new URL(`.data/claude-${megabytes}mb`, import.meta.url));
  console.log(generateClaudeHome({ out, megabytes, seed: Number(values.seed) }));
}
