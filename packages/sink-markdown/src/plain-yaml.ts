/** What front matter says: each name with a text, a number or a list of texts. */
export type Facts = Readonly<Record<string, string | number | readonly string[]>>;

/**
 * Facts as YAML, where each value can stand as it is. It is what the library writes, which takes longer
 * to load than most documents to write; undefined for what is left to it.
 */
export function plainYaml(facts: Facts): string | undefined {
  const values = Object.values(facts).flat();
  if (!values.every((value) => typeof value === "number" || isPlain(value))) return undefined;
  return Object.entries(facts)
    .map(([name, value]) => `${name}:${typeof value === "object" ? list(value) : ` ${value}`}\n`)
    .join("");
}

function list(values: readonly string[]): string {
  return values.map((value) => `\n  - ${value}`).join("");
}

/** Whether a text in a line is no mark, no number and no other word of YAML. */
function isPlain(text: string): boolean {
  return plain.test(text) && !/: | #/.test(text) && Number.isNaN(Number(text));
}

const plain = /^(?!(?:null|true|false)$)[\p{L}\d/](?:[^\p{Cc}\p{Cs}]*[^\p{Cc}\p{Cs}\s:-])?$/iu;
