/** Runs while the clock shows another time: so many milliseconds later, or earlier when negative. */
export async function withClockAt<T>(milliseconds: number, run: () => Promise<T>): Promise<T> {
  const real = globalThis.Date;
  const now = () => real.now() + milliseconds;
  globalThis.Date = new Proxy(real, {
    apply: () => new real(now()).toString(),
    construct: (target, given, newTarget) =>
      Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget),
    get: (target, name) => (name === "now" ? now : Reflect.get(target, name)),
  });
  try {
    return await run();
  } finally {
    globalThis.Date = real;
  }
}

// Its digits, its letters without a dot and its order of names are its own.
const otherLocale = "tr-TR-u-nu-arab";

type Place = [owner: object, name: string, place: number];

/** Everything that asks the machine for its language when it is given none, and where that is given. */
const places: readonly Place[] = [
  [Number.prototype, "toLocaleString", 0],
  [BigInt.prototype, "toLocaleString", 0],
  [Date.prototype, "toLocaleString", 0],
  [Date.prototype, "toLocaleDateString", 0],
  [Date.prototype, "toLocaleTimeString", 0],
  [String.prototype, "localeCompare", 1],
  [String.prototype, "toLocaleUpperCase", 0],
  [String.prototype, "toLocaleLowerCase", 0],
  [Intl, "Collator", 0],
  [Intl, "DateTimeFormat", 0],
  [Intl, "ListFormat", 0],
  [Intl, "NumberFormat", 0],
  [Intl, "PluralRules", 0],
  [Intl, "RelativeTimeFormat", 0],
  [Intl, "Segmenter", 0],
];

/** Runs as if the language of the machine were Turkish, with Arabic digits. */
export async function inOtherLanguage<T>(run: () => Promise<T>): Promise<T> {
  const restores = places.map(changed);
  try {
    return await run();
  } finally {
    for (const restore of restores) restore();
  }
}

function changed([owner, name, place]: Place): () => void {
  const real = Object.getOwnPropertyDescriptor(owner, name);
  // An engine may not have all.
  if (real === undefined) return () => {};
  const localized = (given: unknown[]) => {
    const all = [...given];
    all[place] ??= otherLocale;
    return all;
  };
  const value = new Proxy(real.value, {
    apply: (target, self, given) => Reflect.apply(target, self, localized(given)),
    construct: (target, given, newTarget) => Reflect.construct(target, localized(given), newTarget),
  });
  Object.defineProperty(owner, name, { ...real, value });
  return () => Object.defineProperty(owner, name, real);
}

/** Runs with other environment variables. */
export async function withVariables<T>(
  variables: Readonly<Record<string, string>>,
  run: () => Promise<T>,
): Promise<T> {
  const before = Object.keys(variables).map((name) => [name, process.env[name]] as const);
  try {
    for (const [name, value] of Object.entries(variables)) process.env[name] = value;
    return await run();
  } finally {
    for (const [name, value] of before)
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
  }
}

/** Runs while it is noted which environment variables are looked at. */
export async function variablesReadBy(run: () => Promise<unknown>): Promise<Set<string>> {
  const names = new Set<string>();
  const real = process.env;
  const note = (name: string | symbol) => {
    if (typeof name === "string") names.add(name);
  };
  process.env = new Proxy(real, {
    get(target, name) {
      note(name);
      return Reflect.get(target, name);
    },
    has(target, name) {
      note(name);
      return Reflect.has(target, name);
    },
  });
  try {
    await run();
  } finally {
    process.env = real;
  }
  return names;
}

// In milliseconds: some 25 years.
const timeBack = 8e11;
// With odd offsets, almost a day apart: the same moment is on two days.
const west = "Pacific/Marquesas";
const east = "Pacific/Chatham";

/** Runs twice; all that a sink could find out about the moment and the machine is different the second time. */
export async function inTwoPlaces<T>(run: () => Promise<T>): Promise<[T, T]> {
  const there = () => withClockAt(-timeBack, () => inOtherLanguage(run));
  return [await withVariables({ TZ: west }, run), await withVariables({ TZ: east }, there)];
}
