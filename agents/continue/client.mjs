import { compareToldTokens } from "../compare-told-tokens.mjs";
import { installedProgram, newestVersion } from "../install.mjs";
import { openaiChat } from "../mock/openai-chat.mjs";
import { promptRuns } from "../prompt-runs.mjs";
import { replaceWords } from "../replace-words.mjs";
import { onboard } from "./home.mjs";
import { scenarios } from "./scenarios.mjs";

const clientPackage = "@continuedev/cli";

/** The newest version that all scenarios are known to work with. */
const pinned = "1.5.47";

/** The command line of Continue, which goes on with its last session only. @type {import("../clients.mjs").Client} */
export const continueCli = {
  name: "continue",
  source: "continue",
  pinned,
  eras: [pinned],
  newest: () => newestVersion(clientPackage),
  install: (version) => installedProgram(clientPackage, version),
  protocols: [openaiChat],
  scenarios,
  onboard,
  playRuns: promptRuns({
    begin: () => ["--auto"],
    resume: () => ["--auto", "--resume"],
    ask: (prompt) => ["-p", prompt],
  }),
  isTranscript,
  isLog: () => false,
  plant: (home) => replaceWords(home, isTranscript, '"role": "assistant"', '"role": "words"'),
  compare: async (read) => [compareToldTokens(read)],
};

function isTranscript(/** @type {string} */ path) {
  return /^\.continue\/sessions\//.test(path);
}
