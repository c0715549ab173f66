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
