import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { generateClaudeHome } from "./generate-claude-home.mjs";
import { generateCodexHome } from "./generate-codex-home.mjs";
import { generateCursorHome } from "./generate-cursor-home.mjs";
import { generateOpencodeHome } from "./generate-opencode-home.mjs";
import { fingerprint } from "./generator/fingerprint.mjs";
import { touchClaudeHome } from "./touch/claude.mjs";
import { touchCursorHome } from "./touch/cursor.mjs";

/**
 * The measurement of each source: its home of so many megabytes and how the program is told to read
 * it. Those that have floors say besides which of the home's facts tells how many files these
 * write, and how one of its sessions is changed for a while.
 */
export const sources = {
  claude: {
    generate: generateClaudeHome,
    megabytes: 200,
    options: (home) => ["--root", home, "--from", "claude"],
    floorFiles: "transcripts",
    touch: touchClaudeHome,
  },
  cursor: {
    generate: generateCursorHome,
    megabytes: 240,
    options: (home) => ["--home", home, "--from", "cursor"],
    floorFiles: "sessions",
    touch: touchCursorHome,
  },
  codex: {
    generate: generateCodexHome,
    megabytes: 200,
    options: (home) => ["--home", home, "--from", "codex"],
  },
  opencode: {
    generate: generateOpencodeHome,
    megabytes: 200,
    options: (home) => ["--home", home, "--from", "opencode"],
  },
};

/** The home of a source in a size, and its facts. It is made anew when the generator is another one. */
export function homeOf(source, megabytes) {
  const home = fileURLToPath(new URL(`.data/${source}-${megabytes}mb`, import.meta.url));
  const known = factsOf(home);
  if (known?.generator === fingerprint()) return { home, facts: known };
  sources[source].generate({ out: home, megabytes });
  return { home, facts: factsOf(home) };
}

function factsOf(home) {
  const path = `${home}/home.json`;
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : undefined;
}
