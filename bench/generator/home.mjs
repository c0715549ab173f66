import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { fingerprint } from "./fingerprint.mjs";

/**
 * Writes a home so that it is there whole or not at all: `write` fills a folder and returns its
 * facts, which go into `home.json` with the fingerprint of the generator.
 */
export function writeHome(out, write) {
  const unfinished = `${out}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  const facts = { ...write(unfinished), generator: fingerprint() };
  writeFileSync(`${unfinished}/home.json`, JSON.stringify(facts));
  rmSync(out, { recursive: true, force: true });
  renameSync(unfinished, out);
  return facts;
}

/** The options that both generators have on the command line. */
export function generatorOptions({ megabytes, out }) {
  const { values } = parseArgs({
    options: {
      megabytes: { type: "string", default: String(megabytes) },
      seed: { type: "string", default: "1" },
      out: { type: "string" },
    },
  });
  const size = Number(values.megabytes);
  return { megabytes: size, seed: Number(values.seed), out: values.out ?? out(size) };
}
