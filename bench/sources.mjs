import { generateClaudeHome } from "./generate-claude-home.mjs";
import { generateCursorHome } from "./generate-cursor-home.mjs";

/**
 * What is measured for each source: its home of so many megabytes, how the program is told to read
 * it, and which of the home's facts says how many files its floors write.
 */
export const sources = {
  claude: {
    generate: generateClaudeHome,
    megabytes: 200,
    options: (home) => ["--root", home, "--from", "claude"],
    floorFiles: "transcripts",
  },
  cursor: {
    generate: generateCursorHome,
    megabytes: 240,
    options: (home) => ["--home", home, "--from", "cursor"],
    floorFiles: "sessions",
  },
};
