import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { install, newestVersion } from "../install.mjs";
import { anthropicMessages } from "../mock/anthropic.mjs";
import { olderThan } from "../versions.mjs";
import { isLog, onboard } from "./home.mjs";
import { playRuns } from "./runs.mjs";
import { scenarios } from "./scenarios/index.mjs";
import { compareWithSdk } from "./sdk.mjs";
import { compareTokens } from "./tokens.mjs";

const clientPackage = "@anthropic-ai/claude-code";
const sdkPackage = "@anthropic-ai/claude-agent-sdk";

/** The newest version that all scenarios are known to work with. */
const pinned = "2.1.332";

/** Claude Code. @type {import("../clients.mjs").Client} */
export const claude = {
  name: "claude",
  source: "claude",
  pinned,
  // Between each two of them, what the client stores has changed.
  eras: [
    ...["0.2.126", "1.0.3", "1.0.60", "1.0.128", "2.0.0", "2.0.37", "2.0.77", "2.1.30"],
    ...["2.1.69", "2.1.97", "2.1.112", "2.1.150", "2.1.200", "2.1.283", "2.1.330", pinned],
  ],
  newest: () => newestVersion(clientPackage),
  install(version) {
    const modules = install(clientPackage, version);
    const platform = `${process.platform}-${process.arch}`;
    const native = join(modules, `${clientPackage}-${platform}`, "claude");
    // Up to 2.1.112, the client is a script.
    return existsSync(native)
      ? [native]
      : [process.execPath, join(modules, clientPackage, "cli.js")];
  },
  protocols: [anthropicMessages],
  scenarios,
  stageFor: (version) => ({ agentTool: olderThan(version, "2.1.63") ? "Task" : "Agent" }),
  onboard,
  playRuns,
  isLog,
  // Long outputs lie beside them.
  isTranscript: (path) => /^\.claude\/projects\/.*(\.jsonl|\/tool-results\/.*)$/.test(path),
  plant(home) {
    const projects = join(home, ".claude/projects");
    for (const entry of readdirSync(projects, { recursive: true, withFileTypes: true })) {
      if (!entry.name.endsWith(".jsonl")) continue;
      const path = join(entry.parentPath, entry.name);
      const text = readFileSync(path, "utf8");
      writeFileSync(path, text.replaceAll('{"type":"text","text":', '{"type":"words","words":'));
    }
  },
  async compare({ home, version, list, sessions }) {
    // Numbers go in step: 0.3.330 is the SDK of 2.1.330. An old home is read with that of the pinned version.
    const newer = olderThan(pinned, version) ? version : pinned;
    // Its optional packages are the client once more.
    const modules = install(sdkPackage, newer.replace(/^2\.1\./, "0.3."), ["--omit=optional"]);
    const sdk = join(modules, sdkPackage, "sdk.mjs");
    return [await compareWithSdk({ sdk, home, list, sessions }), compareTokens({ home, sessions })];
  },
};
