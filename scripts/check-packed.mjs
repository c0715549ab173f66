// Packs all packages in the versions of the next release and uses them as others will: from a registry,
// in empty folders, under the oldest and the newest Node. What is missing from a package, or too much,
// shows only there.
import { fileURLToPath } from "node:url";
import { checkAlone } from "./packed/alone.mjs";
import { checkContents } from "./packed/contents.mjs";
import { checkGlobal, checkNpx, checkPnpm, checkProject } from "./packed/installed.mjs";
import { checkPlugins } from "./packed/plugins.mjs";
import { checkAll } from "./packed/report.mjs";
import { checkArchives } from "./packed/sizes.mjs";
import { openStage } from "./packed/stage.mjs";
import { checkTogether } from "./packed/together.mjs";

const stage = await openStage(fileURLToPath(new URL("..", import.meta.url)));
try {
  const libraries = stage.packages.filter(({ name }) => name.startsWith("@chatexport/"));
  const passed = await checkAll([
    { name: "what is packed", run: async () => checkContents(stage) },
    { name: "sizes", run: async () => checkArchives(stage) },
    { name: "npm install chatexport, Node 20", run: () => checkProject(stage, 20) },
    { name: "npm install chatexport, Node 24", run: () => checkProject(stage, 24) },
    { name: "npx chatexport --from cursor", run: () => checkNpx(stage) },
    { name: "npm install --global chatexport", run: () => checkGlobal(stage) },
    { name: "pnpm add chatexport", run: () => checkPnpm(stage) },
    { name: "npm create chatexport-plugin", run: () => checkPlugins(stage) },
    { name: "all libraries together", run: () => checkTogether(stage, libraries) },
    { name: "each library alone", run: () => checkAlone(stage, libraries) },
  ]);
  if (!passed) process.exitCode = 1;
} finally {
  stage.close();
}
