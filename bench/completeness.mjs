/**
 * Counts which of the marked texts of a real client's store stand in the pages of chatexport and of other
 * programs: npm run drift -- --out kept, then node bench/completeness.mjs kept
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { transcriptsBelow } from "./floors/claude/transcripts.mjs";
import { filesBelow } from "./floors/files.mjs";
import { installPeers, replay, transcripts, versions } from "./peer-programs.mjs";
import { aligned } from "./report.mjs";

const [, , kept] = process.argv;
const { said } = JSON.parse(readFileSync(join(kept, "said.json"), "utf8"));
// What stands in a document at the default detail; the rest is injected, hidden or on a branch.
const expected = said.filter(({ expect }) => expect === "shown");
const home = join(kept, "home");
const projects = join(home, ".claude/projects");
const program = fileURLToPath(new URL("../packages/cli/bin/chatexport.js", import.meta.url));
const sessions = transcriptsBelow(dirname(projects)).filter(
  (path) => basename(dirname(path)) !== "subagents",
);
installPeers();
const scratch = mkdtempSync(join(tmpdir(), "chatexport-completeness-"));
const pagesOf = {
  chatexport: (out) => [
    [program, "--home", home, "--from", "claude", "--to", "html", "--out", out, "--quiet"],
  ],
  [`claude-code-transcripts ${versions["claude-code-transcripts"]}`]: (out) => [
    transcripts(projects, out),
  ],
  // Its pages hold the data compressed unless it is told not to.
  [`claude-replay ${versions["claude-replay"]}`]: (out) =>
    sessions.map((path) => [...replay(path, out), "--no-compress"]),
};
const rows = Object.entries(pagesOf).map(([name, commands]) => {
  const out = join(scratch, name);
  mkdirSync(out);
  for (const command of commands(out)) execFileSync(process.execPath, command, { stdio: "pipe" });
  const text = filesBelow(out)
    .map((path) => readFileSync(path, "latin1"))
    .join("\n");
  const missing = expected.filter(({ id }) => !text.includes(id)).map(({ kind }) => kind);
  const found = `${expected.length - missing.length} of ${expected.length}`;
  return [name.padEnd(30), found, [...new Set(missing)].join(", ")];
});
rmSync(scratch, { recursive: true });
console.log(aligned([["".padEnd(30), "texts", "kinds that are missing"], ...rows]).join("\n"));
