/**
 * Writes the list of prices that `chatexport stats` estimates with, from the newest genai-prices, which Pydantic
 * keeps under the MIT license: node scripts/prices.mjs. A release looks at the difference.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const list = "@pydantic/genai-prices";
// Vendors of models first: others sell the same models for other prices.
const providers = [
  "anthropic",
  "openai",
  "google",
  "x-ai",
  "moonshotai",
  "mistral",
  "deepseek",
  "zai",
  "minimax",
];
// Models that no coding tool talks to.
const others =
  /audio|embed|image|live|realtime|speech|transcribe|tts|video|voice|whisper|veo|imagen/;
const target = fileURLToPath(new URL("../packages/cli/prices/list-prices.json", import.meta.url));

const folder = mkdtempSync(join(tmpdir(), "prices-"));
try {
  const npm = (...words) => execFileSync("npm", words, { cwd: folder, encoding: "utf8" });
  npm("install", "--no-save", "--ignore-scripts", "--silent", list);
  const installed = join(folder, "node_modules", list);
  const { version, license } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
  const times = JSON.parse(npm("view", list, "time", "--json"));
  const { findProvider } = await import(pathToFileURL(join(installed, "dist/index.js")).href);
  const prices = providers.flatMap((providerId) =>
    findProvider({ providerId }).models.flatMap(pricesOf),
  );
  // A longer name is that of fewer models.
  const names = new Set(prices.map(([name]) => name));
  const needed = prices.filter(([name]) => !names.has(`*${name}`));
  const models = Object.fromEntries(
    needed.sort(([a], [b]) => b.length - a.length || (a < b ? -1 : 1)),
  );
  const date = times[version].slice(0, 10);
  const from = `${list} ${version}, ${license}`;
  const lines = Object.entries(models).map(
    ([name, price]) => `    ${JSON.stringify(name)}: ${JSON.stringify(price)}`,
  );
  writeFileSync(
    target,
    `{\n  "from": ${JSON.stringify(from)},\n  "date": "${date}",\n  "currency": "USD",\n  "models": {\n${lines.join(",\n")}\n  }\n}\n`,
  );
  console.log(`${lines.length} models, ${date}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** The globs of a model, each with its prices; none for a model that is not priced by tokens in and out. */
function pricesOf({ id, match, prices }) {
  if (others.test(id)) return [];
  const price = priceIn(
    Array.isArray(prices)
      ? prices.findLast(({ constraint }) => !constraint?.start_time)?.prices
      : prices,
  );
  return price === undefined ? [] : globsOf(match).map((glob) => [glob, price]);
}

function priceIn(prices = {}) {
  const [input, output] = [prices.input_mtok, prices.output_mtok].map(base);
  if (!(input > 0) || output === undefined) return undefined;
  const [cacheRead, cacheWrite] = [prices.cache_read_mtok, prices.cache_write_mtok].map(base);
  return {
    input,
    output,
    ...(cacheRead === undefined ? {} : { cacheRead }),
    ...(cacheWrite === undefined ? {} : { cacheWrite }),
  };
}

/** Of a price in tiers the one that short prompts have. */
function base(price) {
  return typeof price === "object" ? price.base : price;
}

/** Patterns for the names that a rule of the list means. */
function globsOf({ or, equals, starts_with: start, contains, regex }) {
  if (or) return or.flatMap(globsOf);
  if (equals !== undefined) return [equals];
  if (start !== undefined) return [`${start}*`];
  if (contains !== undefined) return [`*${contains}*`];
  // A name with a date behind it is the only form in use.
  const [, name] = /^\^([\w.-]+?)-\\d\{8\}\$$/.exec(regex ?? "") ?? [];
  return name === undefined ? [] : [`${name}-20??????`];
}
