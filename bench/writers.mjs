/**
 * Measures what each sink and the masking of secrets take for the same sessions, which are in memory,
 * against the JSONL sink: node bench/writers.mjs [--source claude|cursor] [--megabytes 40] [--rounds 5] [--tiny]
 */
import { parseArgs } from "node:util";
import { sessions } from "../packages/core/dist/index.js";
import redactor from "../packages/redact/dist/index.js";
import html from "../packages/sink-html/dist/index.js";
import jsonl from "../packages/sink-jsonl/dist/index.js";
import markdown from "../packages/sink-markdown/dist/index.js";
import claude from "../packages/source-claude/dist/index.js";
import cursor from "../packages/source-cursor/dist/index.js";
import { aligned, machine, median } from "./report.mjs";
import { homeOf, sources } from "./sources.mjs";

const readers = {
  claude: (home) => claude({ roots: [home] }),
  cursor: (home) => cursor({ home }),
};
const { values } = parseArgs({
  options: {
    source: { type: "string", multiple: true, default: Object.keys(readers) },
    megabytes: { type: "string", default: "40" },
    rounds: { type: "string", default: "5" },
    tiny: { type: "boolean", default: false },
  },
});
const rounds = values.tiny ? 1 : Number(values.rounds);
const context = {
  report() {},
  signal: new AbortController().signal,
  asset: async () => "file.bin",
};
const writing = (sink) => async (session) => {
  let bytes = 0;
  for await (const piece of sink.render(session, context)) bytes += Buffer.byteLength(piece);
  return bytes;
};
/** Each takes a session and resolves to the bytes that it wrote. */
const writers = {
  jsonl: writing(jsonl()),
  "masking alone": async (session) => (await redactor().session(session, context)) && 0,
  "jsonl, openai": writing(jsonl({ dialect: "openai" })),
  "jsonl, ai-sdk": writing(jsonl({ dialect: "ai-sdk" })),
  "jsonl, atif": writing(jsonl({ dialect: "atif" })),
  "jsonl, otlp": writing(jsonl({ dialect: "otlp" })),
  markdown: writing(markdown()),
  "markdown, full": writing(markdown({ detail: "full" })),
  html: writing(html()),
  "html, full": writing(html({ detail: "full" })),
};

for (const source of values.source) {
  const loaded = await load(source, values.tiny ? 1 : Number(values.megabytes));
  if (loaded.length === 0) throw new Error(`${source}: there is no session to write.`);
  const runs = new Map(Object.keys(writers).map((name) => [name, []]));
  let bytes = {};
  for (let round = 0; round < rounds; round++) {
    bytes = {};
    for (const [name, write] of Object.entries(writers)) {
      const start = process.cpuUsage();
      bytes[name] = 0;
      for (const session of loaded) bytes[name] += await write(session);
      const { user, system } = process.cpuUsage(start);
      runs.get(name).push((user + system) / 1e6);
    }
  }
  if (values.tiny) console.log(`${source}: all writers wrote ${loaded.length} sessions.`);
  else console.log(`${table(source, loaded.length, bytes, runs)}\n`);
}

/** Sessions of the generated home, the newest first, until their lines are so many megabytes. */
async function load(source, megabytes) {
  const size = values.tiny ? 2 : sources[source].megabytes;
  const { home } = homeOf(source, size);
  const loaded = [];
  let bytes = 0;
  for await (const { session } of sessions([readers[source](home)])) {
    loaded.push(session);
    bytes += await writers.jsonl(session);
    if (bytes > megabytes * 1e6) break;
  }
  return loaded;
}

function table(source, count, bytes, runs) {
  const floor = median(runs.get("jsonl"));
  const megabytes = bytes.jsonl / 1e6;
  const head = `${source}: ${count} sessions of ${megabytes.toFixed()} MB in JSON Lines; Node ${machine.node}, ${machine.cores} cores (${machine.processor}); medians of ${rounds} rounds`;
  const rows = [...runs].map(([name, seconds]) => {
    const middle = median(seconds);
    const spread = `${Math.min(...seconds).toFixed(2)}–${Math.max(...seconds).toFixed(2)}`;
    const written = bytes[name] > 0 ? (bytes[name] / 1e6).toFixed() : "";
    const ratio = `${(middle / floor).toFixed(2)} ×`;
    return [name, middle.toFixed(2), spread, (megabytes / middle).toFixed(1), ratio, written];
  });
  const titles = ["", "CPU s", "spread", "MB/s", "of JSONL", "MB out"];
  return [head, "", ...aligned([titles, ...rows])].join("\n");
}
