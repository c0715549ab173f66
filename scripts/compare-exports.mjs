// Compares what two checkouts write from the same stores: documents, standard output and error, byte
// for byte. `node scripts/compare-exports.mjs BEFORE AFTER [STORE…]`, where BEFORE and AFTER are built
// checkouts and a STORE is a home folder or any folder of histories; without one, the example home.
// Prints each difference with both texts around it; ends with 1 if there is one.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const [before, after, ...named] = process.argv.slice(2);
if (!before || !after) {
  console.error("Usage: node scripts/compare-exports.mjs BEFORE AFTER [STORE…]");
  process.exit(2);
}
const example = fileURLToPath(new URL("../examples/home", import.meta.url));
const stores = named.length > 0 ? named.map((path) => resolve(path)) : [example];
const work = mkdtempSync(join(tmpdir(), "compare-exports-"));
const differences = [];
let files = 0;
let runs = 0;

/** The exports from each store: words of the command line, `-o out` included. */
const exports_ = [
  "--to markdown --to html --to jsonl --report report.json --verbose",
  "--to markdown --to html --detail full --branches all",
  "--to markdown --to html --detail conversation --branches active",
  "--to markdown --option markdown.layout=folder --detail full",
  "--to markdown --to html --to jsonl --no-redact --empty",
  "--to markdown --to jsonl --redact-paths --no-reasoning --no-subagents",
  ...["openai", "ai-sdk", "atif", "session-trace", "otlp"].map(
    (dialect) => `--to jsonl --option jsonl.dialect=${dialect}`,
  ),
  "--dry-run --verbose",
].map((words) => `export -o out ${words}`);

/** The commands that print each store. */
const prints = [
  "export --to markdown -o -",
  "list",
  "list --json",
  "stats",
  "stats --json",
  "doctor",
  "doctor --json",
  "doctor --schema",
  "search error",
  "search /the/i --json --limit 20",
];

/** The options that print a single session. */
const views = ["", "--detail full --branches all", "--json", "--to html"];

/** The commands that need no store. */
const pages = ["--help", "plugins", "plugins --json"].concat(
  [
    "export",
    "list",
    "show",
    "open",
    "search",
    "stats",
    "doctor",
    "move",
    "plugins",
    "completion",
  ].map((command) => `${command} --help`),
);

/** A home folder is read as one, any other folder as a root. */
function placeOf(store) {
  const isHome = [".claude", ".cursor", ".config"].some((name) => existsSync(join(store, name)));
  return [isHome ? "--home" : "--root", store];
}

async function run(checkout, words, cwd) {
  const child = spawn(
    process.execPath,
    [join(checkout, "packages/cli/bin/chatexport.js"), ...words],
    {
      cwd,
      // An index of sessions is no output, and two checkouts must not share one.
      env: {
        ...process.env,
        NO_COLOR: "1",
        COLUMNS: "100",
        HOME: cwd,
        XDG_CACHE_HOME: `${cwd}-cache`,
      },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  const texts = await Promise.all([child.stdout, child.stderr].map(collect));
  const code = await new Promise((done) =>
    child.exitCode === null ? child.once("close", done) : done(child.exitCode),
  );
  return { stdout: texts[0], stderr: texts[1], code: String(code) };
}

async function collect(stream) {
  const chunks = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** All files below a folder with their contents. */
function filesBelow(folder) {
  if (!existsSync(folder)) return new Map();
  const found = readdirSync(folder, { recursive: true, withFileTypes: true });
  return new Map(
    found
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((path) => [relative(folder, path), readFileSync(path)]),
  );
}

/** A text without what depends on where and how fast a command runs. */
function steady(text, places) {
  const replaced = Object.entries(places).reduce(
    (all, [from, to]) => all.replaceAll(from, to),
    text,
  );
  return replaced.replace(/^[\d,]+ of [\d,]+ sessions, .*\n/gm, "");
}

function compare(label, one, other) {
  for (const name of new Set([...one.keys(), ...other.keys()])) {
    files += 1;
    const [first, second] = [one.get(name), other.get(name)];
    if (first !== undefined && second !== undefined && hash(first) === hash(second)) continue;
    differences.push(`${label}: ${name}${excerpt(first, second)}`);
  }
}

function hash(content) {
  return createHash("sha256").update(content).digest("hex");
}

/** Both texts from a little before the first place where they differ. */
function excerpt(first, second) {
  if (first === undefined || second === undefined)
    return first === undefined ? " is new" : " is gone";
  const [one, other] = [String(first), String(second)];
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  const from = Math.max(0, at - 80);
  return `\n  before: ${JSON.stringify(one.slice(from, at + 120))}\n  after:  ${JSON.stringify(other.slice(from, at + 120))}`;
}

/** Runs a command in both checkouts, each in a new folder, and compares all that they have left. */
async function both(label, words, leave = rmSync) {
  runs += 1;
  const results = [];
  for (const checkout of [before, after]) {
    const cwd = mkdtempSync(join(work, "run-"));
    const printed = await run(resolve(checkout), words, cwd);
    const texts = Object.entries(printed).map(([name, text]) => [
      name,
      Buffer.from(steady(text, { [cwd]: "CWD", [resolve(checkout, "packages")]: "PACKAGES" })),
    ]);
    results.push({ cwd, all: new Map([...texts, ...filesBelow(cwd)]) });
  }
  compare(label, results[0].all, results[1].all);
  for (const { cwd } of results) leave(cwd, { recursive: true, force: true });
  return results.map(({ cwd }) => cwd);
}

async function compareStore(store) {
  const place = placeOf(store);
  const split = (words) => words.split(" ").filter(Boolean);
  const label = (words) => `${relative(process.cwd(), store)}: ${words}`;
  const tasks = [...exports_, ...prints].map(
    (words) => () => both(label(words), [...split(words), ...place]),
  );
  const { stdout } = await run(resolve(before), ["list", "--json", ...place], work);
  const ids = JSON.parse(stdout || "[]").map(({ id }) => id);
  const some = ids.filter((_, index) => index % Math.ceil(ids.length / 8) === 0);
  for (const id of some)
    for (const view of views)
      tasks.push(() => both(label(`show ${id} ${view}`), ["show", id, ...split(view), ...place]));
  tasks.push(() => roundTrip(store, place));
  return tasks;
}

/** An archive that is read back, and one that the other checkout goes on with. */
async function roundTrip(store, place) {
  const keep = () => {};
  const label = `${relative(process.cwd(), store)}: archive`;
  const words = ["export", "-o", "out", "--to", "jsonl", "--to", "markdown", ...place];
  const [cwd] = await both(label, words, keep);
  await both(`${label}, read back`, [
    ...["export", "--from", "jsonl", "--root", join(cwd, "out")],
    ...["-o", "out", "--to", "markdown", "--to", "html", "--to", "jsonl"],
  ]);
  const { stderr } = await run(resolve(after), words, cwd);
  if (!/Nothing has changed|unchanged|nothing to write/i.test(stderr))
    differences.push(`${label} of before, gone on with after: ${stderr}`);
}

const tasks = pages.map((words) => () => both(words, words.split(" ")));
for (const store of stores) tasks.push(...(await compareStore(store)));
await Promise.all(
  Array.from({ length: availableParallelism() }, async () => {
    for (let task = tasks.shift(); task; task = tasks.shift()) await task();
  }),
);
rmSync(work, { recursive: true, force: true });
for (const difference of differences) console.log(difference);
console.log(
  `${runs} commands, ${files} files and streams compared: ${differences.length} differences`,
);
process.exitCode = differences.length > 0 ? 1 : 0;
