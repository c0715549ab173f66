/**
 * Writes a lifelike home of OpenCode with a database of a given size, the same for the same seed:
 * node bench/generate-opencode-home.mjs [--megabytes 200] [--seed 1] [--out FOLDER]
 */
import { statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { generatorOptions, writeHome } from "./generator/home.mjs";
import { createDatabase } from "./generator/opencode/database.mjs";
import { writeSession } from "./generator/opencode/session.mjs";
import { randomFrom } from "./generator/random.mjs";
import { textFrom } from "./generator/text.mjs";

const projects = ["app", "site", "tools", "docs", "api", "infra", "games", "notes"];
const firstDay = Date.UTC(2026, 1, 1);
const hour = 3_600_000;

/** Writes the home and, last, `home.json` in it; returns what that file holds. */
export function generateOpencodeHome({ out, megabytes, seed = 1 }) {
  return writeHome(out, (home) => {
    const random = randomFrom(seed);
    const text = textFrom(random);
    const path = `${home}/.local/share/opencode/opencode.db`;
    const database = createDatabase(path);
    const target = megabytes * 1e6;
    const largest = Math.min(8e6, target / 4);
    let sessions = 0;
    while (database.bytes() < target) {
      writeSession(database, random, text, {
        directory: `/work/${random.pick(projects)}`,
        startedAt: firstDay + sessions * hour,
        bytes: Math.min(random.spread(1e5, largest), target - database.bytes()),
      });
      sessions++;
    }
    database.close();
    return { megabytes, seed, sessions, bytes: statSync(path).size };
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const out = (size) => fileURLToPath(new URL(`.data/opencode-${size}mb`, import.meta.url));
  console.log(generateOpencodeHome(generatorOptions({ megabytes: 200, out })));
}
