// Writes sessions as transcripts of Claude Code, has the real one go on with each, and looks at what it
// sends to its model. docs/drift.md says how to use it.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { chatexport } from "./chatexport.mjs";
import { claude } from "./claude/client.mjs";
import { startResuming } from "./claude/given-back.mjs";
import { NotInstalled } from "./install.mjs";

const usage = `Usage: npm run give-back [-- options]

Has the real Claude Code go on with each session of the example home, or of other places.

  --home <folder>  read this home; may be given more than once
  --root <path>    read this store; may be given more than once
  --limit <n>      only the newest sessions of each
  --jobs <n>       how many clients run at the same time; 2 by default

Ends with 1 if something is lost or would be refused, with 3 if the registry does not give the client.`;

const { values } = parseArgs({
  options: {
    home: { type: "string", multiple: true, default: [] },
    root: { type: "string", multiple: true, default: [] },
    limit: { type: "string" },
    jobs: { type: "string", default: "2" },
    help: { type: "boolean", default: false },
  },
});
const exampleHome = fileURLToPath(new URL("../examples/home", import.meta.url));
if (values.help) console.log(usage);
else await giveBack();

async function giveBack() {
  const out = mkdtempSync(join(tmpdir(), "chatexport-give-back-"));
  try {
    const given = [
      ...values.home.map((path) => ["--home", path]),
      ...values.root.map((path) => ["--root", path]),
    ];
    const places = given.length > 0 ? given : [["--home", exampleHome]];
    const sessions = places.flatMap((place, index) => written(place, join(out, String(index))));
    const client = await startResuming(claude.install(claude.pinned), out);
    const total = { sessions: sessions.length, texts: 0, calls: 0, faulty: 0 };
    const judgeAll = async (/** @type {typeof sessions} */ left) => {
      for (let one = left.shift(); one; one = left.shift()) {
        const { faults, texts, calls } = await client.resume(one);
        total.texts += texts;
        total.calls += calls;
        if (faults.length > 0) total.faulty += 1;
        for (const fault of faults.slice(0, 5)) console.log(`✗ ${one.name}\n    ${fault}`);
      }
    };
    await Promise.all(Array.from({ length: Number(values.jobs) }, () => judgeAll(sessions)));
    await client.close();
    const { faulty } = total;
    console.log(
      `${faulty === 0 ? "✓" : "✗"} ${total.sessions} sessions went on in claude ${claude.pinned}: ${total.texts} texts and ${total.calls} calls were sent, ${faulty} sessions with faults`,
    );
    if (faulty > 0 || total.sessions === 0) process.exitCode = 1;
  } catch (error) {
    if (!(error instanceof NotInstalled)) throw error;
    console.error(`${error.message}\nNothing was tried.`);
    process.exitCode = 3;
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

/** Each session of a place as a transcript, and what was said in it. */
function written(/** @type {string[]} */ place, /** @type {string} */ out) {
  mkdirSync(out);
  const limit = values.limit ? ["--limit", values.limit] : [];
  chatexport(
    [
      "export",
      ...place,
      ...limit,
      "--quiet",
      "--to",
      "claude",
      "--to",
      "jsonl",
      "-o",
      join(out, "written"),
    ],
    { home: out, cwd: process.cwd() },
  );
  return readdirSync(out, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".claude.jsonl"))
    .map((name) => {
      const transcript = join(out, name);
      const lines = transcript.replace(/\.claude\.jsonl$/, ".jsonl");
      return {
        name,
        transcript,
        said: existsSync(lines) ? saidIn(readFileSync(lines, "utf8")) : [],
      };
    })
    .filter(({ said }) => said.length > 0);
}

/** What people and models said on the active line, since it was last replaced by a summary. */
function saidIn(/** @type {string} */ text) {
  /** @type {{ role: string, text: string }[]} */
  let said = [];
  let depth = 0;
  for (const line of text
    .trimEnd()
    .split("\n")
    .map((each) => JSON.parse(each))) {
    if (line.type === "session") depth += 1;
    else if (line.type === "end") depth -= 1;
    if (line.type !== "message" || depth !== 1 || line.branch !== undefined) continue;
    const { role, synthetic, parts } = line.message;
    for (const part of parts) {
      if (part.type === "compaction" && part.summary) said = [{ role: "user", text: part.summary }];
      const isSaid = part.type === "text" && !part.synthetic && !synthetic && role !== "system";
      if (isSaid && part.text.trim()) said.push({ role, text: part.text.toWellFormed() });
    }
  }
  return said;
}
