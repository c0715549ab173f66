import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Values that no reader expects, as JSON. */
export const otherValues: readonly string[] = [
  '{"toString":1,"valueOf":1,"toJSON":1,"then":1,"length":-1}',
  '[{"toString":1}]',
  '{"__proto__":{"type":"text","text":"x"},"constructor":1,"hasOwnProperty":1}',
  '"__proto__"',
  '"constructor"',
  '"\\ud800\\u0000"',
  "null",
  "true",
  "-0.5",
  "1e308",
  "8640000000000001",
  "[]",
  "{}",
  "[[[null]]]",
  `${"[".repeat(2000)}${"]".repeat(2000)}`,
];

/** Which value of a store becomes which other one; the numbers are taken modulo what there is. */
export interface Change {
  file: number;
  record: number;
  value: number;
  other: string;
}

/** Puts another value into one of the records below a folder; false when it holds none. */
export function changeOneValue(folder: string, { file, record, value, other }: Change): boolean {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.jsonl?$/.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();
  const path = files[file % files.length];
  if (path === undefined) return false;
  const text = readFileSync(path, "utf8");
  const pieces = path.endsWith("l") ? text.split("\n") : [text];
  const index = record % pieces.length;
  const changed = withOther(pieces[index] ?? "", value, other);
  if (changed === undefined) return false;
  writeFileSync(path, pieces.with(index, changed).join("\n"));
  return true;
}

function withOther(json: string, value: number, other: string): string | undefined {
  const mark = "the place of another value";
  let root: unknown;
  try {
    root = JSON.parse(json);
  } catch {
    return undefined;
  }
  const places = [...placesIn(root)];
  const place = places[value % places.length];
  if (!place) return undefined;
  place.holder[place.key] = mark;
  return JSON.stringify(root).replace(`"${mark}"`, () => other);
}

type Holder = Record<string, unknown>;

function* placesIn(value: unknown): Generator<{ holder: Holder; key: string }> {
  if (typeof value !== "object" || value === null) return;
  const holder = value as Holder;
  for (const key of Object.keys(holder)) {
    yield { holder, key };
    yield* placesIn(holder[key]);
  }
}
