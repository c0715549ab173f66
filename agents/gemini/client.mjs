import { compareToldTokens } from "../compare-told-tokens.mjs";
import { installedProgram, newestVersion } from "../install.mjs";
import { gemini as protocol } from "../mock/gemini.mjs";
import { promptRuns } from "../prompt-runs.mjs";
import { replaceWords } from "../replace-words.mjs";
import { onboard } from "./home.mjs";
import { scenarios } from "./scenarios.mjs";

const clientPackage = "@google/gemini-cli";

/** The newest version that all scenarios are known to work with. */
const pinned = "0.61.0";

/** Gemini CLI. @type {import("../clients.mjs").Client} */
export const gemini = {
  name: "gemini",
  source: "gemini",
  pinned,
  eras: [pinned],
  newest: () => newestVersion(clientPackage),
  install: (version) => installedProgram(clientPackage, version),
  protocols: [protocol],
  scenarios,
  onboard,
  playRuns: promptRuns({
    begin: (session) => ["--session-id", session, ...settled],
    resume: (session) => ["--resume", session, ...settled],
    ask: (prompt) => ["-p", prompt],
  }),
  isTranscript,
  isLog: () => false,
  plant: (home) => replaceWords(home, isTranscript, '"type":"gemini"', '"type":"words"'),
  compare: async (read) => [compareToldTokens(read)],
};

/** The model, so that none chooses it, and no question. */
const settled = ["-m", "gemini-2.5-pro", "--yolo"];

function isTranscript(/** @type {string} */ path) {
  return /^\.gemini\/tmp\/[^/]+\/chats\//.test(path);
}
