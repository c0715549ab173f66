// Gives sessions to a tool as `chatexport continue` does, has the real one go on with each, and looks at what it
// sends to its model. docs/drift.md says how to use it.
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { chatexport } from "./chatexport.mjs";
import { claude } from "./claude/client.mjs";
import { resumption as claudeResumption } from "./claude/given-back.mjs";
import { codex } from "./codex/client.mjs";
import { resumption as codexResumption } from "./codex/given-back.mjs";
import { copilot } from "./copilot/client.mjs";
import { resumption as copilotResumption } from "./copilot/given-back.mjs";
import { gemini } from "./gemini/client.mjs";
import { resumption as geminiResumption } from "./gemini/given-back.mjs";
import { NotInstalled } from "./install.mjs";
import { opencode } from "./opencode/client.mjs";
import { resumption as opencodeResumption } from "./opencode/given-back.mjs";
import { pi } from "./pi/client.mjs";
import { resumption as piResumption } from "./pi/given-back.mjs";
import { startResuming } from "./resume.mjs";

/** @typedef {import("./said.mjs").Said} Said */

/** The tools that can go on, and how that is judged. */
const tools = new Map([
  ["claude", { client: claude, resumption: claudeResumption }],
  ["codex", { client: codex, resumption: codexResumption }],
  ["copilot", { client: copilot, resumption: copilotResumption }],
  ["gemini", { client: gemini, resumption: geminiResumption }],
  ["opencode", { client: opencode, resumption: opencodeResumption }],
  ["pi", { client: pi, resumption: piResumption }],
]);

const usage = `Usage: npm run give-back [-- options]

Has the real Claude Code, Codex, Copilot CLI, Gemini CLI, OpenCode or pi go on with each session of the example home, or of other places.

  --in <tool>      claude (the default), codex, copilot, gemini, opencode or pi
  --home <folder>  read this home; may be given more than once
  --root <path>    read this store; may be given more than once
  --from <source>  only sessions of this source; may be given more than once
  --limit <n>      only the newest sessions of each
  --jobs <n>       how many clients run at the same time; 2 by default
  --damages        transcripts with each kind of damage instead, before and after chatexport repair

Ends with 1 if something is lost or would be refused, with 3 if the registry does not give the client.`;

const { values } = parseArgs({
  options: {
    in: { type: "string", default: "claude" },
    home: { type: "string", multiple: true, default: [] },
    root: { type: "string", multiple: true, default: [] },
    from: { type: "string", multiple: true, default: [] },
    limit: { type: "string" },
    jobs: { type: "string", default: "2" },
    damages: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});
const pathOf = (/** @type {string} */ name) => fileURLToPath(new URL(name, import.meta.url));
if (values.help) console.log(usage);
else await giveBack();

async function giveBack() {
  const tool = tools.get(values.in);
  if (!tool) throw new Error(`--in takes ${[...tools.keys()].join(" or ")}`);
  const out = mkdtempSync(join(tmpdir(), "chatexport-give-back-"));
  try {
    const client = await startResuming(
      tool.client.install(tool.client.pinned),
      tool.resumption,
      out,
    );
    const sessions = values.damages ? damagedSessions() : storedSessions(out);
    const total = { sessions: sessions.length, texts: 0, calls: 0, faulty: 0 };
    const judgeAll = async (/** @type {typeof sessions} */ left) => {
      for (let one = left.shift(); one; one = left.shift()) {
        const { faults, texts, calls } = await client.resume(one);
        total.texts += texts;
        total.calls += calls;
        if (faults.length > 0 && !one.isDamaged) total.faulty += 1;
        const mark = one.isDamaged ? "·" : "✗";
        for (const fault of faults.slice(0, 5)) console.log(`${mark} ${one.name}\n    ${fault}`);
      }
    };
    await Promise.all(Array.from({ length: Number(values.jobs) }, () => judgeAll(sessions)));
    await client.close();
    const { faulty } = total;
    console.log(
      `${faulty === 0 ? "✓" : "✗"} ${total.sessions} sessions went on in ${values.in} ${tool.client.pinned}: ${total.texts} texts and ${total.calls} calls were sent, ${faulty} sessions with faults`,
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

/** The sessions of all places, each with what was said in it. */
function storedSessions(/** @type {string} */ out) {
  const given = [
    ...values.home.map((path) => ["--home", path]),
    ...values.root.map((path) => ["--root", path]),
  ];
  const places = given.length > 0 ? given : [["--home", pathOf("../examples/home")]];
  const from = values.from.flatMap((name) => ["--from", name]);
  return places.flatMap((place, index) =>
    sessionsAt([...place, ...from], join(out, `${index}`), playedAt(place[1] ?? "")),
  );
}

/** Gives all that the scenarios said of a home that `npm run drift -- --out` has kept. @returns {Said[]} */
function playedAt(/** @type {string} */ home) {
  const path = join(home, "../said.json");
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")).said : [];
}

/**
 * Markers of what was said and left in the session of a file; none where a database has all sessions. Those before
 * a summary are not sent any more.
 *
 * @param {Said[]} played
 * @param {string} path
 */
function marksIn(played, path) {
  const here = played.filter(({ stored }) =>
    stored.some((name) => /\.jsonl$/.test(name) && path.endsWith(`/${name}`)),
  );
  const isSummarized = here.some(({ kind }) => kind === "summary");
  const isSpoken = (/** @type {Said} */ { kind }) => kind === "prompt" || kind === "answer";
  const idsOf = (/** @type {string} */ expected) =>
    here.filter((one) => isSpoken(one) && one.expect === expected).map(({ id }) => id);
  return { kept: isSummarized ? [] : idsOf("shown"), left: idsOf("branch") };
}

/** The sessions of a place, but for those in which nothing was said. */
function sessionsAt(
  /** @type {string[]} */ place,
  /** @type {string} */ out,
  /** @type {Said[]} */ played,
) {
  mkdirSync(out);
  const limit = values.limit ? ["--limit", values.limit] : [];
  const to = ["--to", "jsonl", "--no-redact", "--quiet", "-o", join(out, "said")];
  chatexport(["export", ...place, ...limit, ...to], { home: out, cwd: process.cwd() });
  return readdirSync(out, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".jsonl") && !name.includes(".chatexport"))
    .map((name) => {
      const lines = readFileSync(join(out, name), "utf8");
      const { id, source, origin } = JSON.parse(lines.slice(0, lines.indexOf("\n"))).session;
      const marks = marksIn(played, origin?.path ?? "");
      const put = continuing(id, [...place, "--from", source]);
      return { name, said: saidIn(lines), marks, put, isDamaged: false };
    })
    .filter(({ said }) => said.length > 0);
}

/** Puts a session into a store as `chatexport continue` does. */
function continuing(/** @type {string} */ id, /** @type {string[]} */ place) {
  return (/** @type {{ home: string, work: string }} */ { home, work }) => {
    const words = ["continue", id, ...place, "--project", work, "--in", values.in, "--json"];
    const { stdout, stderr } = chatexport(words, { home, cwd: process.cwd() });
    if (stdout === "") throw new Error(`${words.join(" ")}: ${stderr}`);
    return JSON.parse(stdout).plan.path;
  };
}

/** A transcript with each kind of damage, as it is and repaired. */
function damagedSessions() {
  const folder = pathOf("../packages/transplant/fixtures/damages");
  const said = JSON.parse(readFileSync(join(folder, "said.json"), "utf8"));
  const names = readdirSync(folder).filter((name) => !name.endsWith(".json"));
  return names.flatMap((name) =>
    [true, false].map((isDamaged) => ({
      name: `${name}, ${isDamaged ? "damaged" : "repaired"}`,
      said,
      isDamaged,
      put: (/** @type {{ home: string, work: string }} */ { home, work }) => {
        const project = work.replaceAll(/[^a-zA-Z0-9]/g, "-");
        const id = "5d1c0f6e-2b7a-4a39-9c54-0e8f7d6a1b20";
        const path = join(home, ".claude/projects", project, `${id}.jsonl`);
        mkdirSync(dirname(path), { recursive: true });
        cpSync(join(folder, name, "damaged.jsonl"), path);
        if (!isDamaged) chatexport(["repair", id, "--yes", "--quiet"], { home });
        return path;
      },
    })),
  );
}

/** The words of people and models on the active line, since it was last replaced by a summary. */
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
