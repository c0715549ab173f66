import type { Random } from "../random.js";
import { oddValue } from "./json-values.js";

/** A document with something changed in it. */
export interface ChangedJson {
  text: string;
  /** The fate of which field. */
  what: string;
  isDeep?: boolean;
}

/** An object or list with the name of something in it. */
interface Spot {
  owner: Record<string, unknown> | unknown[];
  name: string;
  path: string;
}

const odd = "\u0001odd\u0001";
const oddKeys = [
  "__proto__",
  "constructor",
  "",
  "type",
  "id",
  "uuid",
  "content",
  "\u0000",
  "toJSON",
];

/** Changes a value or key somewhere in a JSON document; undefined when it is none or has no fields. */
export function changedJson(text: string, random: Random): ChangedJson | undefined {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    return undefined;
  }
  const spots = spotsIn(document, "");
  // What stands far up decides what the rest is taken for.
  const high = spots.filter(({ path }) => path.split("/").length <= 3);
  const spot = random.pick(random.chance(0.5) && high.length > 0 ? high : spots);
  if (!spot) return undefined;
  const { owner, name, path } = spot;
  const kind = random.below(10);
  if (kind === 0) {
    if (Array.isArray(owner)) owner.splice(Number(name), 1);
    else Reflect.deleteProperty(owner, name);
    return { text: JSON.stringify(document), what: `${path} left out` };
  }
  if (kind === 1 && !Array.isArray(owner)) {
    const key = random.pick(oddKeys) ?? "";
    // Put in as text, for a key may be one that only JSON can set.
    const value = JSON.stringify(owner[name]) ?? "null";
    Reflect.deleteProperty(owner, name);
    owner[odd] = 0;
    const renamed = `${JSON.stringify(key)}:${value}`;
    return {
      text: JSON.stringify(document).replace(`${JSON.stringify(odd)}:0`, () => renamed),
      what: `${path} renamed to ${JSON.stringify(key)}`,
    };
  }
  const { json, isDeep } = oddValue(random, spots.map(valueAt));
  const before = JSON.stringify(Reflect.get(owner, name)) ?? "null";
  Reflect.set(owner, name, odd);
  const shown = json.length > 60 ? `${json.slice(0, 60)}…` : json;
  // A key twice: readers take the last one.
  const isTwice = kind === 2 && !Array.isArray(owner);
  const put = isTwice ? `${before},${JSON.stringify(name)}:${json}` : json;
  return {
    text: JSON.stringify(document).replace(JSON.stringify(odd), () => put),
    what: `${path} ${isTwice ? "a second time as" : "is"} ${shown}`,
    ...(isDeep && { isDeep }),
  };
}

function valueAt({ owner, name }: Spot): string {
  return JSON.stringify(Reflect.get(owner, name)) ?? "null";
}

function spotsIn(value: unknown, path: string): Spot[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) => {
    const at = `${path}/${name}`;
    return [{ owner: value as Spot["owner"], name, path: at }, ...spotsIn(item, at)];
  });
}
