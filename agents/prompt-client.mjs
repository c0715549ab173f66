import { compareToldTokens } from "./compare-told-tokens.mjs";
import { installedProgram, newestVersion } from "./install.mjs";
import { promptRuns } from "./prompt-runs.mjs";
import { replaceWords } from "./replace-words.mjs";

/**
 * Makes a client of which the command line takes a prompt. The tokens that it stores have to be those that it was told.
 *
 * @param {object} own Its own facts.
 * @param {string} own.name That of its source, too.
 * @param {string} own.clientPackage On npm.
 * @param {string} own.pinned The newest version that all scenarios are known to work with.
 * @param {(version: string) => string[]} [own.install] How a version is started that is no script.
 * @param {import("./mock/server.mjs").Protocol} own.protocol
 * @param {Record<string, import("./prompt-runs.mjs").Scenario>} own.scenarios
 * @param {import("./clients.mjs").Client["onboard"]} own.onboard
 * @param {import("./prompt-runs.mjs").Words} own.words
 * @param {import("./clients.mjs").Client["end"]} [own.end]
 * @param {RegExp} own.transcripts The paths of its transcripts.
 * @param {string} own.answer What tells an answer in them: a text in quotes, maybe behind its name.
 * @returns {import("./clients.mjs").Client}
 */
export function promptClient({ name, clientPackage, pinned, protocol, words, ...own }) {
  const { scenarios, onboard, end, transcripts, answer } = own;
  const isTranscript = (/** @type {string} */ path) => transcripts.test(path);
  return {
    name,
    source: name,
    pinned,
    eras: [pinned],
    newest: () => newestVersion(clientPackage),
    install: own.install ?? ((version) => installedProgram(clientPackage, version)),
    protocols: [protocol],
    scenarios,
    onboard,
    playRuns: promptRuns(words),
    ...(end && { end }),
    isTranscript,
    isLog: () => false,
    plant: (home) => replaceWords(home, isTranscript, answer, answer.replace(/\w+"$/, 'words"')),
    compare: async (read) => [compareToldTokens(read)],
  };
}
