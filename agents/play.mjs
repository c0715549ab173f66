import { execFileSync } from "node:child_process";
import { mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { startMock } from "./mock/server.mjs";
import { findStored } from "./said.mjs";
import { stage } from "./scenario.mjs";

/**
 * @typedef {object} Started A client that is ready to play.
 * @property {string[]} command How it is started.
 * @property {string} version
 * @property {string} home
 * @property {string} log A folder for what it prints.
 * @property {Record<string, string>} env Its whole environment.
 * @property {import("./mock/server.mjs").Seen[]} requests All that the mock has seen.
 * @property {(name: string) => { home: string, folder: string, env: Record<string, string> }} elsewhere Makes another
 *   home, and a folder.
 */

/**
 * Lets a client play scenarios in a new home. Several are played at the same time, and those that
 * ask for it alone after the others.
 *
 * @param {import("./clients.mjs").Client} client
 * @param {object} options
 * @param {string[]} options.command How it is started.
 * @param {string} options.version
 * @param {string} options.out An empty folder; gets `home`, `work` with a folder for each scenario,
 *   `said.json`, and `log` with all requests and what each run has printed.
 * @param {Record<string, import("./scenario.mjs").Scenario<any, any>>} options.scenarios By name.
 * @param {number} options.jobs How many are played at the same time.
 * @param {(name: string, wrong: string | undefined) => void} options.onPlayed Told of each scenario.
 */
export async function play(client, { command, version, out, scenarios, jobs, onPlayed }) {
  const folderOf = (/** @type {string} */ name) => {
    mkdirSync(join(out, name), { recursive: true });
    return realpathSync(join(out, name));
  };
  const [home, work, log] = [folderOf("home"), folderOf("work"), folderOf("log")];
  /** @type {import("./said.mjs").Said[]} */
  const said = [];
  const plays = Object.entries(scenarios).map(([name, scenario]) => {
    const folder = join(work, name);
    const made = stage(name, scenario, { folder, said, more: client.stageFor?.(version) ?? {} });
    furnish(folder, made);
    return { ...made, name, folder, alone: scenario.alone ?? false };
  });
  const mock = await startMock({
    protocols: client.protocols,
    scripts: Object.assign({}, ...plays.map(({ scripts }) => scripts)),
    log: join(log, "requests.jsonl"),
  });
  const folders = plays.map(({ folder }) => folder);
  const onboard = (/** @type {string} */ own, /** @type {string[]} */ places) =>
    client.onboard({ home: own, folders: places, temporary: folderOf("tmp"), url: mock.url });
  const elsewhere = (/** @type {string} */ name) => {
    const own = folderOf(`elsewhere/${name}/home`);
    const folder = folderOf(`elsewhere/${name}/work`);
    return { home: own, folder, env: onboard(own, [folder]) };
  };
  const env = onboard(home, folders);
  const started = { command, version, home, log, env, requests: mock.requests, elsewhere };
  const playAll = async (/** @type {typeof plays} */ left) => {
    for (let one = left.shift(); one; one = left.shift())
      onPlayed(
        one.name,
        (await client.playRuns(one, started)) ?? unscripted(one.scripts, mock.requests),
      );
  };
  const together = plays.filter(({ alone }) => !alone);
  await Promise.all(Array.from({ length: jobs }, () => playAll(together)));
  await playAll(plays.filter(({ alone }) => alone));
  await client.end?.(started);
  await mock.close();
  findStored(home, said, client.isLog);
  const noted = { client: client.name, version, said };
  writeFileSync(join(out, "said.json"), `${JSON.stringify(noted, null, 1)}\n`);
  return { said, home, requests: mock.requests };
}

/** The requests of the client after the last step of a script. */
function unscripted(
  /** @type {Record<string, import("./scenario.mjs").Script>} */ scripts,
  /** @type {import("./mock/server.mjs").Seen[]} */ requests,
) {
  const seen = requests.find(({ script = "", note }) => script in scripts && note === "unscripted");
  return seen && `the client asks for step ${seen.step} of ${seen.script}`;
}

/**
 * Makes the folder of a scenario.
 *
 * @param {string} folder
 * @param {import("./scenario.mjs").Play<any>} play
 */
function furnish(folder, { files = {}, git }) {
  mkdirSync(folder);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  if (!git) return;
  const env = { PATH: process.env.PATH ?? "", HOME: folder, GIT_CONFIG_GLOBAL: "/dev/null" };
  const author = ["-c", "user.name=A", "-c", "user.email=a@example.com"];
  for (const words of [
    ["init", "-q", "-b", "main"],
    ["add", "-A"],
    [...author, "commit", "-q", "--allow-empty", "-m", "Start"],
  ])
    execFileSync("git", words, { cwd: folder, stdio: "ignore", env });
}
