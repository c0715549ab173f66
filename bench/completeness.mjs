/**
 * Lets chatexport and other programs from npm write the marked homes of chatexport-fidelity, and prints what became
 * of their texts: node bench/completeness.mjs. With a folder that `npm run drift -- --out FOLDER` has left, they
 * write the store of a real client instead: node bench/completeness.mjs FOLDER
 */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { installPeers, replay, transcripts, versions } from "./peer-programs.mjs";

const [, , kept] = process.argv;
const [fidelity, cli] = ["fidelity/dist/main.js", "cli/bin/chatexport.js"].map((path) =>
  fileURLToPath(new URL(`../packages/${path}`, import.meta.url)),
);
const shell = (words) => [process.execPath, ...words].map((word) => `"${word}"`).join(" ");
const ours = ["--home", "{home}", "--from", "{tool}", "--out", "{out}"];
const [replayer] = replay("", "");
// Its pages hold the data compressed unless it is told not to.
const page = [replayer, "$f", "--output", "{out}/$(basename $f).html", "--no-compress"];
const sessions = (folder) => `$(find {home}/${folder} -name '*.jsonl' -not -path '*/subagents/*')`;

/** For each program its commands, by the tools that it reads; without tools, all. */
const programs = [
  ["chatexport", shell([cli, ...ours]), []],
  ["chatexport, all details", shell([cli, ...ours, "--detail", "full", "--branches", "all"]), []],
  [
    `claude-code-transcripts ${versions["claude-code-transcripts"]}`,
    shell(transcripts("{home}/.claude/projects", "{out}")),
    ["claude"],
  ],
  ...Object.entries({ claude: ".claude/projects", codex: ".codex/sessions" }).map(
    ([tool, folder]) => [
      `claude-replay ${versions["claude-replay"]}`,
      `for f in ${sessions(folder)}; do ${shell(page)}; done`,
      [tool],
    ],
  ),
];
installPeers();
for (const [name, command, tools] of programs) {
  if (kept && !["claude", undefined].includes(tools[0])) continue;
  const homes = kept ? ["--case", kept] : tools.flatMap((tool) => ["--tool", tool]);
  console.log(`# ${name}\n`);
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [fidelity, "--run", command, ...homes, "--seconds", "300"],
    { encoding: "utf8" },
  );
  if (status !== 0 && status !== 1) throw new Error(stderr);
  console.log(stdout);
}
