import { isUtf8 } from "node:buffer";
import { isName, isSample, looksRandom } from "./placeholder.js";
import { patternRule, type Rule, type Span } from "./rule.js";

/** The beginning of a block with a private key. */
export const beginning =
  "-----BEGIN(?: |%20)?(?:[A-Z0-9]{1,20}(?: |%20)){0,3}PRIVATE(?: |%20)KEY(?: BLOCK)?-----";

/** Everything up to the end of the block; no second block may begin before. A diff adds a dash. */
const whole = "(?:[^-]|-(?!----)){1,20000}-{5,6}END[A-Z0-9 %]{1,60}-----";

/**
 * The text possible between lines: their breaks, numbers and marks, colours, and headers of the
 * block.
 */
const between =
  "\\s|\\\\[nrt]|[0-9]{1,6}(?:→|\\t)|[\"'>|,#│-]|\\x1b\\[[0-9;]{0,12}[mK]|(?:Proc-Type|DEK-Info|Version|Comment|Charset): [^\\r\\n\\\\]{1,80}";

/** The rest that was cut off: lines of base64. */
const cut = `(?:(?:${between}){0,40}[A-Za-z0-9+/=]{16,}){1,400}`;

/** The beginning of a block that is base64 once more, as in the settings of kubectl. */
export const encodedBeginning = "LS0tLS1CRUdJTi";

/** The lines as `base64` breaks them: full ones, and one that ends with the dashes of the block. */
const encodedLines = `(?:(?:${between}){1,40}[A-Za-z0-9+/]{60,40000}){0,400}(?:(?:${between}){1,40}[A-Za-z0-9+/]{0,80}(?:LS0|0tL|tLS)[A-Za-z0-9+/]{0,8})?`;

const ending = "-----END [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----";

/** A line of a block, with what numbers or marks it. */
const blockLine =
  /^(?: {0,6}[0-9]{1,6}(?:→|\t))?[\s>+-]{0,40}(?:[A-Za-z0-9+/]{8,100}={0,2}|=[A-Za-z0-9+/]{4})\s*$/;

/** The end of a block whose beginning is not there, as of a file that was read from its middle on. */
const lastLines: Rule = {
  name: "private-key",
  hints: [ending],
  *find(text, found) {
    for (const place of found.get(ending) ?? []) {
      const end = text.lastIndexOf("\n", place);
      let start = end;
      for (let lines = 0; lines < 400 && start > 0; lines++) {
        const before = text.lastIndexOf("\n", start - 1);
        if (start - before > 200 || !blockLine.test(text.slice(before + 1, start))) break;
        start = before;
      }
      if (start < end && hasKey(text.slice(start + 1, end))) yield { start: start + 1, end };
    }
  },
};

/** Blocks with a private key, whole or cut off, also in one line with escaped line breaks. */
export const privateKeyRules: readonly Rule[] = [
  patternRule("private-key", `${beginning}(?:${whole}|${cut})`, hasKey, beginning),
  patternRule(
    "private-key",
    `${encodedBeginning}[A-Za-z0-9+/]{40,40000}${encodedLines}={0,2}`,
    (encoded) => Buffer.from(encoded.slice(0, 80), "base64").includes("PRIVATE KEY"),
    encodedBeginning,
  ),
  // The private part of a JSON Web Key.
  patternRule(
    "private-key",
    `kty\\\\{0,3}"\\s{0,4}:[^{}]{0,3000}?"(?:d|k)\\\\{0,3}"\\s{0,4}:\\s{0,4}\\\\{0,3}"(?<secret>[A-Za-z0-9_-]{16,1400})`,
    (key) => !isSample(key),
    'kty\\\\{0,3}"',
    0,
  ),
  // 64 bytes in a list, as Solana keeps a pair of keys.
  patternRule(
    "private-key",
    "\\[\\s?(?:[0-9]{1,3},\\s?){63}[0-9]{1,3}\\s?\\]",
    (bytes) =>
      new Set(bytes.match(/(?<![0-9])(?:1?[0-9]{1,2}|2[0-4][0-9]|25[0-5])(?![0-9])/g)).size > 40,
    "\\[\\s?[0-9]{1,3},\\s?[0-9]{1,3},\\s?[0-9]{1,3},",
    0,
  ),
  patternRule(
    "private-key",
    `Private-Lines: [0-9]{1,3}(?<secret>(?:(?:${between}){1,40}[A-Za-z0-9+/]{16,80}={0,2}){1,100})`,
    hasKey,
    "Private-Lines: ",
  ),
  // As OpenVPN and SSH's other form have them.
  ...["-----BEGIN OpenVPN Static key V1-----", "---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----"].map(
    (begin) => patternRule("private-key", begin + cut, (block) => !isSample(block), begin, 0),
  ),
  lastLines,
];

/** Documents show empty blocks, and programs compare with their first and last line. */
function hasKey(block: string): boolean {
  return keyMaterial.test(block);
}

const keyMaterial = /(?=[A-Za-z0-9+/]{0,30}[A-Z])(?=[A-Za-z0-9+/]{0,30}[0-9])[A-Za-z0-9+/]{32}/;

const kind = "kind\\\\{0,3}[\"']?:[ \\t]?\\\\{0,3}[\"']?Secret\\b";

/** Values of a Secret of Kubernetes, which are base64 or plain and have any name. */
export const kubernetesRules: readonly Rule[] = [
  {
    name: "kubernetes-secret",
    hints: [kind],
    *find(text) {
      if (!new RegExp(kind).test(text)) return;
      const beginning =
        /(?:(?<![A-Za-z])d|(?<![A-Za-z])stringD)ata(?:\\{0,3}["']:[ \t]?\{|:[ \t]{0,4}(?=[\r\n]|\\n))/g;
      for (let match = beginning.exec(text); match; match = beginning.exec(text)) {
        const isJson = match[0].endsWith("{");
        const [values, isSecret] = match[0].startsWith("s")
          ? [isJson ? plainJsonValue : plainYamlLine, isPlain]
          : [isJson ? jsonValue : yamlLine, isEncoded];
        beginning.lastIndex = yield* valuesFrom(text, beginning.lastIndex, values, isSecret);
      }
    },
  },
];

/** A line that has a key and a value in base64, with what shows or numbers a line before it. */
const yamlLine =
  /(?:[^\w\r\n\\][^\r\n\\]{0,200})?(?:[\r\n]{1,2}|\\n)(?:[ \t+>│-]|[0-9]{1,6}→){0,60}[\w.-]{1,253}:[ \t]{1,4}["']?(?<secret>[A-Za-z0-9+/]*={0,2})["']?(?![A-Za-z0-9+/=])/dy;

/** The same with a value as it is, of one word: without a space before its key, it is of what follows. */
const plainYamlLine =
  /(?:[^\w\r\n\\][^\r\n\\]{0,200})?(?:[\r\n]{1,2}|\\n)(?:[ \t+>│-]|[0-9]{1,6}→){0,60}(?<=[ \t]{2})[\w.-]{1,253}:[ \t]{1,4}["']?(?<secret>[^\s"'\\|>]{1,500})["']?(?=[ \t]*(?:[\r\n]|\\n|$))/dy;

const plainJsonValue =
  /(?:\s|\\[nrt]|[+>│,-]|[0-9]{1,6}→){0,60}\\{0,3}"[\w.-]{1,253}\\{0,3}":[ \t]?\\{0,3}"(?<secret>[^\s"\\]{1,500})\\{0,3}"/dy;

const jsonValue =
  /(?:\s|\\[nrt]|[+>│,-]|[0-9]{1,6}→){0,60}\\{0,3}"[\w.-]{1,253}\\{0,3}":[ \t]?\\{0,3}"(?<secret>[A-Za-z0-9+/]*={0,2})\\{0,3}"/dy;

/** The secrets that follow each other from a place on; returns where they end. */
function* valuesFrom(
  text: string,
  from: number,
  value: RegExp,
  isSecret: (value: string) => boolean,
): Generator<Span, number> {
  let at = from;
  while (true) {
    value.lastIndex = at;
    const match = value.exec(text);
    if (!match) return at;
    at = value.lastIndex;
    const [start, end] = match.indices?.groups?.secret ?? [at, at];
    if (isSecret(text.slice(start, end))) yield { start, end };
  }
}

function isEncoded(value: string): boolean {
  if (value.length < 8 || value.length % 4 !== 0 || isSample(value)) return false;
  return isUtf8(Buffer.from(value, "base64"));
}

/** User names and hosts occur there, too. */
function isPlain(value: string): boolean {
  return looksRandom(value, 6) && !isName(value);
}
