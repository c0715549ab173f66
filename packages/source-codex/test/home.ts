import { cpSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const fixture = fileURLToPath(new URL("../fixtures/one-of-each/home", import.meta.url));

/** The sessions of the fixture, an invented store with one for each trap. */
export const ids = {
  main: "0199aaaa-0000-7000-8000-000000000001",
  fork: "0199aaaa-0000-7000-8000-000000000002",
  child: "0199aaaa-0000-7000-8000-000000000003",
  legacy: "0199aaaa-0000-7000-8000-000000000004",
  bare: "0199aaaa-0000-4000-8000-000000000005",
  document: "0199aaaa-0000-4000-8000-000000000006",
  gone: "0199aaaa-0000-7000-8000-000000000007",
} as const;

/** The files of the store, by their paths below `.codex`. */
export function files(): Record<string, string> {
  const store = join(fixture, ".codex");
  const names = readdirSync(store, { recursive: true, encoding: "utf8" }).sort();
  const paths = names.filter((name) => statSync(join(store, name)).isFile());
  return Object.fromEntries(paths.map((name) => [name, readFileSync(join(store, name), "utf8")]));
}

/** Copies the store into a home folder; the result is its path. */
export function writeHome(home: string): string {
  cpSync(fixture, home, { recursive: true });
  return join(home, ".codex");
}
