import { compareToldTokens } from "../compare-told-tokens.mjs";
import { installedProgram, newestVersion } from "../install.mjs";
import { openaiChat } from "../mock/openai-chat.mjs";
import { promptRuns } from "../prompt-runs.mjs";
import { replaceWords } from "../replace-words.mjs";
import { onboard } from "./home.mjs";
import { scenarios } from "./scenarios.mjs";

const clientPackage = "@earendil-works/pi-coding-agent";

/** The newest version that all scenarios are known to work with. */
const pinned = "1.6.0";

/** The model, and nothing from elsewhere. */
const settled = ["--offline", "--provider", "mock", "--model", "mock-model"];

/** pi. @type {import("../clients.mjs").Client} */
export const pi = {
  name: "pi",
  source: "pi",
  pinned,
  eras: [pinned],
  newest: () => newestVersion(clientPackage),
  install: (version) => installedProgram(clientPackage, version),
  protocols: [openaiChat],
  scenarios,
  onboard,
  playRuns: promptRuns({
    begin: (session) => ["--session-id", session, ...settled],
    resume: (session) => ["--session", session, ...settled],
    fork: (from, session) => ["--fork", from, "--session-id", session, ...settled],
    ask: (prompt) => ["-p", prompt],
  }),
  isTranscript,
  isLog: () => false,
  plant: (home) => replaceWords(home, isTranscript, '"role":"assistant"', '"role":"words"'),
  compare: async (read) => [compareToldTokens(read)],
};

function isTranscript(/** @type {string} */ path) {
  return /^\.pi\/agent\/sessions\//.test(path);
}
