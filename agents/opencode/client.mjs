import { join } from "node:path";
import { install, newestVersion } from "../install.mjs";
import { openaiChat } from "../mock/openai-chat.mjs";
import { compareWithServer } from "./compare.mjs";
import { onboard } from "./home.mjs";
import { plant } from "./plant.mjs";
import { playRuns } from "./runs.mjs";
import { scenarios } from "./scenarios/index.mjs";

/** The same program under another name, with the package of a platform: the others only choose one of these. */
const variants = {
  opencode: {
    package: `opencode-${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`,
    pinned: "1.18.33",
    eras: ["1.18.33"],
  },
  kilo: {
    package: `@kilocode/cli-${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`,
    pinned: "7.7.9",
    eras: ["7.7.9"],
  },
};

/** @type {(name: keyof typeof variants) => import("../clients.mjs").Client} */
function variant(name) {
  const { package: clientPackage, pinned, eras } = variants[name];
  return {
    name,
    source: "opencode",
    pinned,
    eras,
    newest: () => newestVersion(clientPackage),
    install: (version) => [join(install(clientPackage, version), clientPackage, "bin", name)],
    protocols: [openaiChat],
    scenarios,
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
