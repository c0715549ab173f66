import { join } from "node:path";
import { install, newestVersion } from "../install.mjs";
import { openaiResponses } from "../mock/openai-responses.mjs";
import { replaceWords } from "../replace-words.mjs";
import { compareEvents } from "./compare-events.mjs";
import { compareSessions } from "./compare-sessions.mjs";
import { compareTokens } from "./compare-tokens.mjs";
import { onboard } from "./home.mjs";
import { playRuns } from "./runs.mjs";
import { scenarios } from "./scenarios/index.mjs";

/** The package of a platform: the other one only chooses it. */
const clientPackage = `@github/copilot-${process.platform}-${process.arch}`;

/** The newest version that all scenarios are known to work with. */
const pinned = "1.0.102";

/** The GitHub Copilot CLI. @type {import("../clients.mjs").Client} */
export const copilot = {
  name: "copilot",
  source: "copilot",
  pinned,
  eras: [pinned],
  newest: () => newestVersion(clientPackage),
  install: (version) => [join(install(clientPackage, version), clientPackage, "copilot")],
  protocols: [openaiResponses],
  scenarios,
  onboard,
  playRuns,
  isTranscript,
  // What the model is sent, once more.
  isLog: (line) => line.includes('"type":"model.') || line.includes('"type":"system.message"'),
  plant: (home) => replaceWords(home, isTranscript, '"type":"assistant.message"', '"type":"words"'),
  compare: async (read) => [
    await compareSessions(read),
    compareTokens(read),
    compareEvents(read.version),
  ],
};

/** Names of sessions stand beside them. */
function isTranscript(/** @type {string} */ path) {
  return /^\.copilot\/session-state\/[^/]+\/(?:events\.jsonl|workspace\.yaml)$/.test(path);
}
