/** Facts by name: texts, numbers and lists of texts. */
export type Facts = Readonly<Record<string, string | number | readonly string[]>>;

/** Facts as YAML, each value in a line, quoted where it would be taken for something else. */
export function yamlOf(facts: Facts): string {
  return Object.entries(facts)
    .map(
      ([name, value]) =>
        `${name}:${typeof value === "object" ? list(value) : ` ${scalar(value)}`}\n`,
    )
    .join("");
}

function list(values: readonly string[]): string {
  return values.map((value) => `\n  - ${scalar(value)}`).join("");
}

/** A value as the `yaml` library writes it; a test compares both. */
function scalar(value: string | number): string {
  if (typeof value === "number") return String(value);
  if (value.search(unsafe) !== -1) return doubleQuoted(value);
  if (!mark.test(value) && !otherType.test(value)) return value;
  const isEasierInSingle = value.includes('"') && !value.includes("'");
  return isEasierInSingle ? `'${value}'` : doubleQuoted(value);
}

/*
 * A reader that knows no front matter takes it for Markdown, where "<", "![" and "](" begin HTML,
 * images and links. The others make some readers refuse all of it.
 */
const unsafe = /<|!(?=\[)|\](?=\()|[\p{Cc}\p{Cs}\u2028\u2029\ufeff\ufffe\uffff]/gu;

/** Characters that have a meaning in YAML at their place. */
const mark = /^[ ,[\]{}#&*!|>'"%@`]|^[?-](?: |$)|: | #|[ :]$/;

/** Texts that YAML takes for null, true, false or a number. */
const otherType =
  /^(?:~|[Nn]ull|NULL|[Tt]rue|TRUE|[Ff]alse|FALSE|0o[0-7]+|0x[\da-fA-F]+|[-+]?(?:\.inf|\.Inf|\.INF)|\.nan|\.NaN|\.NAN|[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?)?$/;

const shortEscapes: Readonly<Record<string, string>> = {
  "\\u0000": "\\0",
  "\\u0007": "\\a",
  "\\u000b": "\\v",
  "\\u001b": "\\e",
};

function doubleQuoted(text: string): string {
  return (
    JSON.stringify(text)
      // A space before a line break, and control characters for which JSON has no letter.
      .replace(/ (?=\\n)/g, "\\ ")
      .replace(/\\(?:u00[01][\da-f]|[^u])/g, (found) =>
        found.length === 2 ? found : (shortEscapes[found] ?? found.replace("u00", "x")),
      )
      .replace(unsafe, (character) => {
        const code = character.charCodeAt(0).toString(16);
        return code.length > 2 ? `\\u${code.padStart(4, "0")}` : `\\x${code}`;
      })
  );
}
