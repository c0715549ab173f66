import { generateClaudeHome } from "./generate-claude-home.mjs";
import { generateCursorHome } from "./generate-cursor-home.mjs";
import { touchClaudeHome } from "./touch/claude.mjs";
import { touchCursorHome } from "./touch/cursor.mjs";

/**
 * What is measured for each source: its home of so many megabytes, how the program is told to read
 * it, which of the home's facts says how many files its floors write, and how one of its sessions is
 * changed for a while.
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
};
