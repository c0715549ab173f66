/** Whether a token that is known by its form is one of those that stand in documents. */
export function isSample(token: string): boolean {
  return sampleText.test(token.slice(0, 60)) || new Set(token.slice(-24)).size < 4;
}

const sampleText = /x{5}|X{5}|\*{3}|\.{3}|EXAMPLE|(?:^|[-_])(?:example|your|YOUR)(?=[-_]|$)/;

/**
 * Whether the value was written to say "put yours here", to name where the secret is kept, or to
 * say what type it has: for values that only the name in front of them makes a secret.
 */
export function isPlaceholder(value: string): boolean {
  if (isSample(value)) return true;
  const [beginning, ...others] = placeholders;
  if (beginning.test(value) && !isKeyWithSign(value)) return true;
  return others.some((kind) => kind.test(value));
}

/** Whether what begins with a sign is a key in base64, or a password that has everything. */
function isKeyWithSign(value: string): boolean {
  if (!/[a-z]/.test(value) || !/[A-Z]/.test(value) || !/[0-9]/.test(value)) return false;
  return /^[+/][A-Za-z0-9+]+(?:\/[A-Za-z0-9+]+){0,3}\/?={0,2}$/.test(value)
    ? value.length >= 32
    : /^[!@#&*?][^/.\s]{7,}$/.test(value);
}

/** A value of these words alone names a secret: `your-api-key`, `dbPasswordFile`; `supersecret99` is one. */
const wordsAboutSecrets =
  "my your our the some app api db database user client access auth bearer oauth csrf session refresh secret password passwd passphrase tokens token keys key credentials credential value name here goes string file path hash header env var default provider manager service storage for from";

const placeholders: readonly [RegExp, ...RegExp[]] = [
  // A variable, a template, a call, a list, a path, an option, a mask: the secret is elsewhere.
  /^[$%<>[\](){}@*&#!/\\~.,;:?+-]/,
  /^[bfru]["'`]|[()[\]{}<>]|\$\{|\.{3}|…|:\/\/|["'`]\+|\+["'`]/,
  // A version, a checksum, the end of a resource's name.
  /^[\^~v]?\d+\.\d+\.\d+|^(?:npm|workspace):|^sha(?:1|256|384|512)-|^[a-z][a-z-]{1,30}\//,
  /^[A-Za-z_]\w*(?:\??\.[A-Za-z_]\w*)+$|^[A-Za-z_]\w*::/,
  // What says itself that it is no secret.
  /change[-_]?me|redacted|hidden|masked|example|placeholder/i,
  new RegExp(
    `^(?=.{0,40}(?:secret|pass|token|key|credential))(?:(?:${wordsAboutSecrets.replaceAll(" ", "|")})[-_. ]?){1,8}\\d?$`,
    "i",
  ),
  /(?:^|[-_.])(?:tests?|testing|fake|dummy|mock|sample|demo|foo|your|some|invalid|insert|wrong)(?=[-_.0-9]|$)/i,
  /^(?:true|false|null|none|nil|undefined|string|str|text|unknown|any|bool(?:ean)?|number|int|required|optional|pass|pw|postgres|root|admin|user|guest)$/i,
  // The same over and over, and sequences.
  /^(.)\1*$|^x+(?:[-_]x+)*$|^(?:0?123456789?0?|1234|abc123|abcd?1234|abcdefg?h?i?j?)$/i,
];

/** Whether a value is a word or two, as labels of forms and fields of programs are. */
export function isWord(value: string): boolean {
  return /^[A-Za-z]{1,20}(?:[-_][A-Za-z]{1,20})?$/.test(value);
}

/** Whether a value may be the name of a variable or a function: `utf8_to_text`, `sha256Digest`. */
export function isName(value: string): boolean {
  if (!/^[A-Za-z$][A-Za-z0-9_$]*$/.test(value)) return false;
  const numbers = value.match(/[0-9]+/g) ?? [];
  if (numbers.length > 2 || !/^[a-z0-9]+_|[a-z0-9][A-Z][a-z]{2}/.test(value)) return false;
  // Where upper and lower case change at random, the words are short.
  const words = value.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? [];
  return words.join("").length >= 3 * words.length;
}

/** Whether a value is made as keys are made: long enough, of letters and digits. */
export function looksRandom(value: string, length: number): boolean {
  if (value.length < length || isPlaceholder(value)) return false;
  const mixed = /[0-9]/.test(value) && /[A-Za-z]/.test(value);
  return mixed || (value.length >= 24 && /[a-z]/.test(value) && /[A-Z]{2}/.test(value));
}
