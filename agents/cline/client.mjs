import { join } from "node:path";
import { compareToldTokens } from "../compare-told-tokens.mjs";
import { install, newestVersion } from "../install.mjs";
import { openaiChat } from "../mock/openai-chat.mjs";
import { run } from "../processes.mjs";
import { promptRuns } from "../prompt-runs.mjs";
import { replaceWords } from "../replace-words.mjs";
import { onboard } from "./home.mjs";
import { scenarios } from "./scenarios.mjs";

/** The package of a platform: the other one only chooses it. */
const clientPackage = `@cline/cli-${process.platform}-${process.arch}`;

/** The newest version that all scenarios are known to work with. */
const pinned = "3.0.65";

/** The command line of Cline, which names no session before it begins. @type {import("../clients.mjs").Client} */
export const cline = {
  name: "cline",
  source: "cline",
  pinned,
  eras: [pinned],
  newest: () => newestVersion(clientPackage),
  install: (version) => [join(install(clientPackage, version), clientPackage, "bin/cline")],
  protocols: [openaiChat],
  scenarios,
  onboard,
  playRuns: promptRuns({
    begin: () => ["--json", "--retries", "1"],
    resume: () => [],
    ask: (prompt) => [prompt],
  }),
  // A daemon outlives the first start.
  end: ({ command, home, env }) =>
    run([...command, "hub", "stop"], { cwd: home, env, limit: 30_000 }),
  isTranscript,
  isLog: () => false,
  plant: (home) => replaceWords(home, isTranscript, '"assistant"', '"words"'),
  compare: async (read) => [compareToldTokens(read)],
};

function isTranscript(/** @type {string} */ path) {
  return /^\.cline\/data\/sessions\//.test(path);
}
