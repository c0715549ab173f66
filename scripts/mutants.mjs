// Changes the sources of a package in small ways, one at a time, and says which changes the package's
// own tests do not find. The same seed gives the same changes.
//
//   node scripts/mutants.mjs core [--count 40] [--seed 1]
//
// Ends with 1 when fewer than 80 % are found. It works on a copy in a folder of its own, so that the
// sources stay as they are, and can be edited and committed meanwhile.
import { spawn } from "node:child_process";
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { parseAst } from "rolldown/parseAst";

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: "string", default: "40" },
    seed: { type: "string", default: "1" },
  },
});
const [name] = positionals;
if (name === undefined) {
  console.error("Usage: node scripts/mutants.mjs PACKAGE [--count 40] [--seed 1]");
  process.exit(2);
}
const wanted = 0.8;
/** A change may make a loop endless. */
const longestMs = 120_000;

/** Another operator that the types allow as well. */
const operators = {
  "===": "!==",
  "!==": "===",
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "+": "-",
  "-": "+",
  "&&": "||",
  "||": "&&",
  "??": "&&",
};

/** The changes of a node: the range that is replaced, and by what. */
const changes = {
  BinaryExpression: (node, text) => otherOperator(node, text),
  LogicalExpression: (node, text) => otherOperator(node, text),
  UnaryExpression: ({ operator, argument, ...node }, text) =>
    operator === "!" ? [[node, text(argument)]] : [],
  IfStatement: ({ test }, text) => [[test, `!(${text(test)})`]],
  ConditionalExpression: ({ test }, text) => [[test, `!(${text(test)})`]],
  Literal: ({ value, ...node }) => {
    if (typeof value === "number") return [[node, String(value + 1)]];
    if (typeof value === "boolean") return [[node, String(!value)]];
    return typeof value === "string" && value !== "" ? [[node, '""']] : [];
  },
  ExpressionStatement: (node) => [[node, ";"]],
  ReturnStatement: ({ argument, ...node }) =>
    argument ? [[node, "return undefined as never;"]] : [],
};

function otherOperator({ left, right, operator, ...node }, text) {
  const other = operators[operator];
  return other === undefined ? [] : [[node, `${text(left)} ${other} ${text(right)}`]];
}

/** Code that does not run, or that is no value. */
const passedOver =
  /^(?:TS(?!AsExpression|SatisfiesExpression|NonNull)|Import|ExportAll|ExportNamed$)/;

function changesIn(path) {
  const source = readFileSync(path, "utf8");
  const text = ({ start, end }) => source.slice(start, end);
  const found = [];
  const walk = (node) => {
    if (Array.isArray(node)) return node.forEach(walk);
    if (node === null || typeof node !== "object" || passedOver.test(node.type ?? "")) return;
    for (const [{ start, end }, replacement] of changes[node.type]?.(node, text) ?? [])
      found.push({ path, source, start, end, replacement });
    // A name is no value, and neither is the word "use strict".
    for (const [key, child] of Object.entries(node))
      if (!(key === "key" && !node.computed) && key !== "directive") walk(child);
  };
  walk(parseAst(source, { lang: "ts" }).body);
  return found;
}

/** A generator of numbers from 0 to 1 (mulberry32). */
function randomFrom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Makes a copy of the packages, among links to everything else, that goes away with the process. */
function copyOf(original) {
  const copy = realpathSync(mkdtempSync(join(tmpdir(), "chatexport-mutants-")));
  process.once("exit", () => rmSync(copy, { recursive: true, force: true }));
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(130));
  for (const entry of readdirSync(original)) {
    const [from, to] = [join(original, entry), join(copy, entry)];
    // Packages refer to each other with relative links, which then stay in the copy; what is reached
    // through a link from outside of it would be taken for a module of others.
    if (/^(?:packages|tests|vitest\.config\.ts)$/.test(entry))
      cpSync(from, to, { recursive: true, verbatimSymlinks: true });
    else symlinkSync(from, to);
  }
  return copy;
}

/** True when the package's tests fail. */
function fails() {
  return new Promise((done) => {
    const words = ["run", "--root", root, `packages/${name}/`, "--bail", "1"];
    const program = join(root, "node_modules/vitest/vitest.mjs");
    // A group of its own: an endless loop goes on in a worker when only its parent is ended.
    const child = spawn(process.execPath, [program, ...words], { detached: true, stdio: "ignore" });
    const timer = setTimeout(() => process.kill(-child.pid, "SIGKILL"), longestMs);
    child.on("close", (status) => {
      clearTimeout(timer);
      done(status !== 0);
    });
  });
}

const root = copyOf(fileURLToPath(new URL("..", import.meta.url)));
const folder = join(root, "packages", name, "src");
const all = readdirSync(folder, { recursive: true })
  .filter((path) => path.endsWith(".ts"))
  .sort()
  .flatMap((path) => changesIn(join(folder, path)));
const random = randomFrom(Number(values.seed));
const chosen = all
  .map((change) => ({ change, order: random() }))
  .sort((a, b) => a.order - b.order)
  .slice(0, Number(values.count))
  .map(({ change }) => change);

if (await fails()) {
  console.error(`The tests of packages/${name} fail before anything is changed.`);
  process.exit(1);
}
let found = 0;
for (const { path, source, start, end, replacement } of chosen) {
  writeFileSync(path, source.slice(0, start) + replacement + source.slice(end));
  const isFound = await fails();
  writeFileSync(path, source);
  if (isFound) {
    found += 1;
    continue;
  }
  const line = source.slice(0, start).split("\n").length;
  const before = source.slice(start, end).replace(/\s+/g, " ").slice(0, 80);
  console.log(
    `not found: ${relative(root, path)}:${line}  ${before}  →  ${replacement.slice(0, 80)}`,
  );
}
console.log(`${found} of ${chosen.length} changes found (of ${all.length} that are possible).`);
process.exitCode = found < wanted * chosen.length ? 1 : 0;
