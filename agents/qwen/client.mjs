import { compareToldTokens } from "../compare-told-tokens.mjs";
import { installedProgram, newestVersion } from "../install.mjs";
import { openaiChat } from "../mock/openai-chat.mjs";
import { promptRuns } from "../prompt-runs.mjs";
import { replaceWords } from "../replace-words.mjs";
import { onboard } from "./home.mjs";
import { scenarios } from "./scenarios.mjs";

const clientPackage = "@qwen-code/qwen-code";

/** The newest version that all scenarios are known to work with. */
const pinned = "0.24.4";

/** No question. */
const settled = ["--auth-type", "openai", "--yolo"];

/** Qwen Code. @type {import("../clients.mjs").Client} */
export const qwen = {
  name: "qwen",
  source: "qwen",
  pinned,
  eras: [pinned],
  newest: () => newestVersion(clientPackage),
  install: (version) => installedProgram(clientPackage, version),
  protocols: [openaiChat],
  scenarios,
  onboard,
  playRuns: promptRuns({
    begin: (session) => ["--session-id", session, ...settled],
    resume: (session) => ["--resume", session, ...settled],
    ask: (prompt) => ["-p", prompt],
  }),
  isTranscript,
  isLog: () => false,
  plant: (home) => replaceWords(home, isTranscript, '"type":"assistant"', '"type":"words"'),
  compare: async (read) => [compareToldTokens(read)],
};

function isTranscript(/** @type {string} */ path) {
  return /^\.qwen\/projects\/[^/]+\/(?:chats|subagents)\//.test(path);
}
