/**
 * Writes a lifelike Claude Code home of a given size, the same for the same seed:
 * node bench/generate-claude-home.mjs [--megabytes 200] [--seed 1] [--out FOLDER]
 */
import { fileURLToPath } from "node:url";
import { writeSession } from "./generator/claude/session.mjs";
import { generatorOptions, writeHome } from "./generator/home.mjs";
import { randomFrom } from "./generator/random.mjs";
import { textFrom } from "./generator/text.mjs";

const projects = ["app", "site", "tools", "docs", "api", "infra", "games", "notes"];
const firstDay = Date.UTC(2026, 1, 1);
const hour = 3_600_000;

/** Writes the home and, last, `home.json` beside its projects; returns what that file holds. */
export function generateClaudeHome({ out, megabytes, seed = 1 }) {
  return writeHome(out, (home) => {
    const random = randomFrom(seed);
    const text = textFrom(random);
    const totals = { megabytes, seed, sessions: 0, transcripts: 0, bytes: 0 };
    const target = megabytes * 1e6;
    // In a small home, too, there are several sessions.
    const largest = Math.min(8e6, target / 4);

    while (totals.bytes < target) {
      const project = random.pick(projects);
      const sessionId = random.uuid();
      const path = `${home}/projects/-work-${project}/${sessionId}.jsonl`;
      const written = writeSession(path, random, text, {
        sessionId,
        cwd: `/work/${project}`,
        startedAt: firstDay + totals.sessions * hour,
        bytes: Math.min(random.spread(1e5, largest), target - totals.bytes),
      });
      totals.sessions++;
      totals.transcripts += written.transcripts;
      totals.bytes += written.bytes;
    }
    return totals;
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const out = (size) => fileURLToPath(new URL(`.data/claude-${size}mb`, import.meta.url));
  console.log(generateClaudeHome(generatorOptions({ megabytes: 200, out })));
}
