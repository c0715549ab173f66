/**
 * Writes a lifelike home of Codex of a given size, the same for the same seed:
 * node bench/generate-codex-home.mjs [--megabytes 200] [--seed 1] [--out FOLDER]
 */
import { fileURLToPath } from "node:url";
import { writeRollout } from "./generator/codex/rollout.mjs";
import { generatorOptions, writeHome } from "./generator/home.mjs";
import { randomFrom } from "./generator/random.mjs";
import { textFrom } from "./generator/text.mjs";

const projects = ["app", "site", "tools", "docs", "api", "infra", "games", "notes"];
const firstDay = Date.UTC(2026, 1, 1);
const hour = 3_600_000;

/** Writes the home and, last, `home.json` in it; returns what that file holds. */
export function generateCodexHome({ out, megabytes, seed = 1 }) {
  return writeHome(out, (home) => {
    const random = randomFrom(seed);
    const text = textFrom(random);
    const totals = { megabytes, seed, sessions: 0, bytes: 0 };
    const target = megabytes * 1e6;
    // In a small home, too, there are several sessions.
    const largest = Math.min(8e6, target / 4);
    while (totals.bytes < target) {
      totals.bytes += writeRollout(`${home}/.codex/sessions`, random, text, {
        id: random.uuid(),
        cwd: `/work/${random.pick(projects)}`,
        startedAt: firstDay + totals.sessions * hour,
        bytes: Math.min(random.spread(1e5, largest), target - totals.bytes),
      });
      totals.sessions++;
    }
    return totals;
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const out = (size) => fileURLToPath(new URL(`.data/codex-${size}mb`, import.meta.url));
  console.log(generateCodexHome(generatorOptions({ megabytes: 200, out })));
}
