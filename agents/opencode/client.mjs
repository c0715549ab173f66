import { join } from "node:path";
import { install, newestVersion } from "../install.mjs";
import { openaiChat } from "../mock/openai-chat.mjs";
import { compareWithServer } from "./compare.mjs";
import { onboard } from "./home.mjs";
import { plant } from "./plant.mjs";
import { playRuns } from "./runs.mjs";
import { scenarios } from "./scenarios/index.mjs";

const { packed: _, ...others } = scenarios;

/**
 * @typedef {object} Keeps Where a client has what others have elsewhere.
 * @property {import("../said.mjs").Expected} title Of a session that is over at once.
 * @property {import("../said.mjs").Expected} error Of a turn after which there are others.
 */

/**
 * The same program under another name, with the package of a platform: the others only choose one of these.
 *
 * @satisfies {Record<string, { package: string, pinned: string, eras: string[], keeps: Keeps }>}
 */
const variants = {
  opencode: {
    package: `opencode-${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`,
    pinned: "1.18.33",
    eras: ["1.18.33"],
    keeps: { title: "shown", error: "shown" },
  },
  kilo: {
    package: `@kilocode/cli-${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`,
    pinned: "7.7.9",
    eras: ["7.7.9"],
    // It does not wait for a title, and deletes an answer that failed when the user goes on.
    keeps: { title: "elsewhere", error: "branch" },
  },
};

/** @type {(name: keyof typeof variants) => import("../clients.mjs").Client} */
function variant(name) {
  const { package: clientPackage, pinned, eras, keeps } = variants[name];
  return {
    name,
    source: "opencode",
    pinned,
    eras,
    newest: () => newestVersion(clientPackage),
    install: (version) => [join(install(clientPackage, version), clientPackage, "bin", name)],
    protocols: [openaiChat],
    // A pack holds sessions of OpenCode alone.
    scenarios: name === "opencode" ? scenarios : others,
    stageFor: () => ({ keeps }),
    onboard: (place) => onboard(place, name),
    playRuns,
    isTranscript: (path) =>
      path.startsWith(`.local/share/${name}/`) &&
      /\.db(?:-wal)?$|\/storage\/(?:session|message|part)\/|\/tool-output\//.test(path),
    isLog: () => false,
    plant: (home) => plant(join(home, ".local/share", name, `${name}.db`)),
    compare: async (read) => [await compareWithServer(read, name)],
  };
}

/** OpenCode. */
export const opencode = variant("opencode");

/** Kilo, which keeps its sessions as OpenCode does. */
export const kilo = variant("kilo");
